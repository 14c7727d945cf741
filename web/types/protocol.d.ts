// Made from the server's JSON Schema by `npm run types` in tests/browser: do not edit.

/**
 * The level at which a bot plays. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownBotLevel".
 */
export type KnownBotLevel = 'easy' | 'normal' | 'hard' | 'expert';
/**
 * Everything a seat can command.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommand".
 */
export type BalanceOfPowerCommand =
  | BalanceOfPowerCommandPlaceMap
  | BalanceOfPowerCommandAuto
  | BalanceOfPowerCommandChoose
  | BalanceOfPowerCommandResist
  | BalanceOfPowerCommandDecline
  | BalanceOfPowerCommandReturnTroops
  | BalanceOfPowerCommandSupport
  | BalanceOfPowerCommandDone
  | BalanceOfPowerCommandHandIn
  | BalanceOfPowerCommandPlace
  | BalanceOfPowerCommandAttack
  | BalanceOfPowerCommandAttackUntil
  | BalanceOfPowerCommandReroll
  | BalanceOfPowerCommandKeep
  | BalanceOfPowerCommandOccupy
  | BalanceOfPowerCommandEndAttack
  | BalanceOfPowerCommandCollect
  | BalanceOfPowerCommandManoeuvre
  | BalanceOfPowerCommandSkip;
/**
 * A territory of the board.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerTerritory".
 */
export type BalanceOfPowerTerritory =
  | 'southern_france'
  | 'northern_france'
  | 'belgium'
  | 'netherlands'
  | 'germany'
  | 'ireland'
  | 'united_kingdom'
  | 'norway'
  | 'sweden'
  | 'finland'
  | 'denmark'
  | 'switzerland'
  | 'italy'
  | 'austria'
  | 'slovenia'
  | 'prussia'
  | 'lithuania'
  | 'latvia'
  | 'estonia'
  | 'poland'
  | 'czech_republic'
  | 'slovakia'
  | 'hungary'
  | 'romania'
  | 'moldova'
  | 'belarus'
  | 'western_ukraine'
  | 'eastern_ukraine'
  | 'northern_russia'
  | 'southern_russia';
/**
 * The owner of troops; every territory has one.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerOwner".
 */
export type BalanceOfPowerOwner = 'red' | 'blue' | 'neutral';
/**
 * A player's colour.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerColour".
 */
export type BalanceOfPowerColour = 'red' | 'blue';
/**
 * A kind of combat support (Command Room).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerSupport".
 */
export type BalanceOfPowerSupport =
  'reconnaissance' | 'start_manoeuvre' | 'neutral_attack' | 'special_unit';
/**
 * A card. Those with a territory come first, in the order of the territories.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCard".
 */
export type BalanceOfPowerCard =
  | 'card-southern-france'
  | 'card-northern-france'
  | 'card-belgium'
  | 'card-netherlands'
  | 'card-germany'
  | 'card-ireland'
  | 'card-united-kingdom'
  | 'card-norway'
  | 'card-sweden'
  | 'card-finland'
  | 'card-denmark'
  | 'card-switzerland'
  | 'card-italy'
  | 'card-austria'
  | 'card-slovenia'
  | 'card-prussia'
  | 'card-lithuania'
  | 'card-latvia'
  | 'card-estonia'
  | 'card-poland'
  | 'card-czech-republic'
  | 'card-slovakia'
  | 'card-hungary'
  | 'card-romania'
  | 'card-moldova'
  | 'card-belarus'
  | 'card-western-ukraine'
  | 'card-eastern-ukraine'
  | 'card-northern-russia'
  | 'card-southern-russia'
  | 'plain-1'
  | 'plain-2';
/**
 * An objective.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerObjective".
 */
export type BalanceOfPowerObjective =
  | 'yellow_region'
  | 'orange_region'
  | 'purple_region'
  | 'green_region'
  | 'two_regions'
  | 'sea_line_6'
  | 'rough_6'
  | 'cities_6'
  | 'naval_base'
  | 'satellites'
  | 'swiss_vault'
  | 'eliminate_neutral';
/**
 * The origin of a value.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Source".
 */
export type Source = 'printed' | 'derived' | 'reconstructed';
/**
 * The way in which two territories border each other.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEdgeKind".
 */
export type BalanceOfPowerEdgeKind = 'land' | 'sea';
/**
 * A region: territories that earn a bonus together.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerRegion".
 */
export type BalanceOfPowerRegion = 'green' | 'purple' | 'yellow' | 'blue' | 'brown' | 'orange';
/**
 * A site; objectives ask for them.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerSite".
 */
export type BalanceOfPowerSite = 'swiss_vault' | 'naval_base' | 'satellite_centre';
/**
 * The closed set of conditions that objectives ask for.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCondition".
 */
export type BalanceOfPowerCondition =
  | BalanceOfPowerConditionRegion
  | BalanceOfPowerConditionRegions
  | BalanceOfPowerConditionSeaLines
  | BalanceOfPowerConditionRough
  | BalanceOfPowerConditionCities
  | BalanceOfPowerConditionSite
  | BalanceOfPowerConditionNoNeutral;
/**
 * One thing that happened. The event that names a drawn card is addressed to its owner alone. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEvent".
 */
export type BalanceOfPowerEvent = KnownBalanceOfPowerEvent | UnknownBalanceOfPowerEvent;
/**
 * One thing that happened. The event that names a drawn card is addressed to its owner alone. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownBalanceOfPowerEvent".
 */
export type KnownBalanceOfPowerEvent =
  | BalanceOfPowerEventSetUp
  | BalanceOfPowerEventFirstPlayer
  | BalanceOfPowerEventPlacerDrawn
  | BalanceOfPowerEventMapPlaced
  | BalanceOfPowerEventColourChosen
  | BalanceOfPowerEventHandicapGiven
  | BalanceOfPowerEventTurnBegan
  | BalanceOfPowerEventResistanceRolled
  | BalanceOfPowerEventResistanceDeclined
  | BalanceOfPowerEventTroopsReturned
  | BalanceOfPowerEventSupportBought
  | BalanceOfPowerEventDrafted
  | BalanceOfPowerEventHandedIn
  | BalanceOfPowerEventPlaced
  | BalanceOfPowerEventRolled
  | BalanceOfPowerEventRerolled
  | BalanceOfPowerEventFought
  | BalanceOfPowerEventConquered
  | BalanceOfPowerEventOccupied
  | BalanceOfPowerEventCollected
  | BalanceOfPowerEventManoeuvred
  | BalanceOfPowerEventSkipped
  | BalanceOfPowerEventDeckShuffled
  | BalanceOfPowerEventCardDrawn
  | BalanceOfPowerEventCardSeen
  | BalanceOfPowerEventEnded;
/**
 * A version of the game.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerVersion".
 */
export type BalanceOfPowerVersion = 'basic_training' | 'command_room';
/**
 * A step that may be skipped.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerOptionalStep".
 */
export type BalanceOfPowerOptionalStep = 'attack' | 'collect' | 'manoeuvre' | 'support';
/**
 * The reason for the result of a match. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEndReason".
 */
export type BalanceOfPowerEndReason = KnownBalanceOfPowerEndReason | string;
/**
 * The reason for the result of a match. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownBalanceOfPowerEndReason".
 */
export type KnownBalanceOfPowerEndReason =
  | 'objectives'
  | 'elimination'
  | 'limit_objectives'
  | 'limit_territories'
  | 'limit_troops'
  | 'draw'
  | 'resigned';
/**
 * The colour that goes first in Basic Training.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerFirst".
 */
export type BalanceOfPowerFirst = 'set_up' | 'drawn' | 'red' | 'blue';
/**
 * The seat that a handicap favours.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerFavouredSeat".
 */
export type BalanceOfPowerFavouredSeat = 'first_seat' | 'second_seat';
/**
 * Dice that were thrown.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerLastRoll".
 */
export type BalanceOfPowerLastRoll =
  BalanceOfPowerLastRollCombat | BalanceOfPowerLastRollResistance;
/**
 * The kinds of questions.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerPromptKind".
 */
export type BalanceOfPowerPromptKind =
  | 'place_map'
  | 'choose'
  | 'resist'
  | 'return_troops'
  | 'support'
  | 'draft'
  | 'attack'
  | 'reroll'
  | 'occupy'
  | 'collect'
  | 'manoeuvre'
  | 'nothing';
/**
 * The parts of a turn.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerStage".
 */
export type BalanceOfPowerStage =
  | 'place_map'
  | 'choose'
  | 'resistance'
  | 'support'
  | 'draft'
  | 'attack'
  | 'collect'
  | 'manoeuvre'
  | 'over';
/**
 * Everything a client may send.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessage".
 */
export type ClientMessage =
  | ClientMessageHello
  | ClientMessageReady
  | ClientMessageReveal
  | ClientMessageCommand
  | ClientMessageUndo
  | ClientMessageResign
  | ClientMessageClaim
  | ClientMessagePause
  | ClientMessageConsent
  | ClientMessageHint
  | ClientMessagePreview
  | ClientMessageLesson
  | ClientMessageCoach
  | ClientMessagePoint
  | ClientMessageChat
  | ClientMessagePing;
/**
 * The outcome that a claimant asks for.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClaimOutcome".
 */
export type ClaimOutcome = 'win' | 'abandoned';
/**
 * A way through a lesson that is no command of the game.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "LessonGo".
 */
export type LessonGo = 'next' | 'back' | 'skip';
/**
 * The answer to a message over HTTP.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "CommandAnswer".
 */
export type CommandAnswer = ServerMessageAccepted | ServerMessageRejected;
/**
 * The reason why something was not done. `rejected`, `error` and HTTP problems share these codes. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Code".
 */
export type Code = KnownCode | string;
/**
 * The reason why something was not done. `rejected`, `error` and HTTP problems share these codes. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownCode".
 */
export type KnownCode =
  | 'malformed'
  | 'unknown_type'
  | 'not_seated'
  | 'not_started'
  | 'stale'
  | 'not_agreed'
  | 'illegal'
  | 'not_now'
  | 'id_reused'
  | 'busy'
  | 'storage_unavailable'
  | 'over'
  | 'rolled_back'
  | 'too_fast'
  | 'hello_expected'
  | 'too_big'
  | 'room_unknown'
  | 'room_full'
  | 'seat_taken'
  | 'seat_unknown'
  | 'started'
  | 'not_over'
  | 'lesson_unknown'
  | 'entry_unknown'
  | 'data_unknown'
  | 'unproven'
  | 'token_unknown'
  | 'forbidden'
  | 'entropy_required'
  | 'entropy_mismatch'
  | 'hints_off'
  | 'no_mind'
  | 'gallery_full'
  | 'game_unknown'
  | 'option_invalid'
  | 'program_unknown'
  | 'program_full'
  | 'program_absent'
  | 'name_invalid'
  | 'notify_invalid'
  | 'too_many_requests'
  | 'origin_forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'draining'
  | 'room_unavailable'
  | 'country_unknown'
  | 'country_taken'
  | 'round_over'
  | 'wrong_phase'
  | 'unknown_resource'
  | 'bad_amount'
  | 'offer_limit'
  | 'own_offer'
  | 'empty_side'
  | 'same_kind'
  | 'not_enough_cubes'
  | 'not_enough_coin'
  | 'coin_trade_blocked'
  | 'offer_unknown'
  | 'offer_closed'
  | 'offer_not_for_you'
  | 'no_bank'
  | 'bank_closed'
  | 'bank_short'
  | 'already_revealed'
  | 'draw_pending'
  | 'citizen_limit'
  | 'not_enough_cards'
  | 'no_draw_pending'
  | 'keep_too_few'
  | 'keep_too_many'
  | 'not_your_card'
  | 'hidden_limit'
  | 'market_changed'
  | 'deck_empty'
  | 'nothing_owed'
  | 'wrong_payment'
  | 'over_allocated'
  | 'internal';
/**
 * A message that goes over HTTP too, with an `id`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "CommandRequest".
 */
export type CommandRequest =
  | ClientMessageCommand
  | ClientMessageReady
  | ClientMessageReveal
  | ClientMessageUndo
  | ClientMessageResign
  | ClientMessageClaim
  | ClientMessagePause
  | ClientMessageConsent;
/**
 * The component data of a match: texts and values of its game's cards, map and tables. SHA-256 of their canonical JSON is the digest.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ComponentData".
 */
export type ComponentData = BalanceOfPowerData | EuropeData | EuropeDividedData;
/**
 * A type of citizen card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCitizenKind".
 */
export type EuropeCitizenKind =
  | 'c1'
  | 'c2'
  | 'c3'
  | 'c4'
  | 'c5'
  | 'c6'
  | 'c7'
  | 'c8'
  | 'c9'
  | 'c10'
  | 'c11'
  | 'c12'
  | 'c13'
  | 'c14'
  | 'c15'
  | 'c16'
  | 'c17'
  | 'c18'
  | 'c19'
  | 'c20'
  | 'c21'
  | 'c22';
/**
 * A member state of the European Union, by its two letters.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCountry".
 */
export type EuropeCountry =
  | 'AT'
  | 'BE'
  | 'BG'
  | 'HR'
  | 'CY'
  | 'CZ'
  | 'DK'
  | 'EE'
  | 'FI'
  | 'FR'
  | 'DE'
  | 'GR'
  | 'HU'
  | 'IE'
  | 'IT'
  | 'LV'
  | 'LT'
  | 'LU'
  | 'MT'
  | 'NL'
  | 'PL'
  | 'PT'
  | 'RO'
  | 'SK'
  | 'SI'
  | 'ES'
  | 'SE';
/**
 * The subject of a count in the data.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCount".
 */
export type EuropeCount =
  | 'cubes_each'
  | 'coin_total'
  | 'starting_cards_2'
  | 'starting_cards_3'
  | 'starting_cards_4'
  | 'blind_discount';
/**
 * The closed set of things that a crisis does to every player.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEffect".
 */
export type EuropeEffect =
  | EuropeEffectStockpile
  | EuropeEffectStartingCards
  | EuropeEffectCubes
  | EuropeEffectNeighbour
  | EuropeEffectCoin
  | EuropeEffectCubesOrCoin
  | EuropeEffectHalf
  | EuropeEffectCitizen
  | EuropeEffectPlacating
  | EuropeEffectKeep
  | EuropeEffectNoCoinTrade;
/**
 * A resource. The order is the fixed kind order of the rules.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeResource".
 */
export type EuropeResource =
  'cloth' | 'dyes' | 'grain' | 'livestock' | 'fuel' | 'water' | 'materials';
/**
 * A crisis card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCrisis".
 */
export type EuropeCrisis =
  | 'stockpile'
  | 'earthquake'
  | 'tsunami'
  | 'emigration'
  | 'water_framework'
  | 'solidarity_fund'
  | 'working_conditions'
  | 'open_borders'
  | 'drought'
  | 'storm_damage'
  | 'fuel_shortage'
  | 'livestock_plague'
  | 'influx'
  | 'currency_crisis';
/**
 * The duration of a crisis.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCrisisKind".
 */
export type EuropeCrisisKind = 'directive' | 'disaster';
/**
 * A resource card: resource, the cubes it gives at first and later, and the number of the
 * copy.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeResourceCard".
 */
export type EuropeResourceCard =
  | 'grain-4-4-a'
  | 'grain-4-4-b'
  | 'grain-3-2-a'
  | 'grain-3-2-b'
  | 'grain-3-1-a'
  | 'grain-3-1-b'
  | 'grain-2-1-a'
  | 'grain-2-1-b'
  | 'grain-1-0-a'
  | 'grain-1-0-b'
  | 'materials-4-4-a'
  | 'materials-4-4-b'
  | 'materials-3-2-a'
  | 'materials-3-2-b'
  | 'materials-3-1-a'
  | 'materials-3-1-b'
  | 'materials-2-1-a'
  | 'materials-2-1-b'
  | 'materials-1-0-a'
  | 'materials-1-0-b'
  | 'water-4-4-a'
  | 'water-4-4-b'
  | 'water-3-2-a'
  | 'water-3-2-b'
  | 'water-3-1-a'
  | 'water-3-1-b'
  | 'water-2-1-a'
  | 'water-2-1-b'
  | 'water-1-0-a'
  | 'water-1-0-b'
  | 'livestock-4-4-a'
  | 'livestock-4-4-b'
  | 'livestock-3-2-a'
  | 'livestock-3-2-b'
  | 'livestock-3-1-a'
  | 'livestock-3-1-b'
  | 'livestock-2-1-a'
  | 'livestock-2-1-b'
  | 'livestock-1-0-a'
  | 'livestock-1-0-b'
  | 'fuel-2-1-a'
  | 'fuel-2-1-b'
  | 'fuel-2-1-c'
  | 'fuel-1-0-a'
  | 'fuel-1-0-b'
  | 'fuel-1-0-c'
  | 'dyes-2-1-a'
  | 'dyes-2-1-b'
  | 'dyes-2-1-c'
  | 'dyes-1-0-a'
  | 'dyes-1-0-b'
  | 'dyes-1-0-c'
  | 'cloth-2-1-a'
  | 'cloth-2-1-b'
  | 'cloth-2-1-c'
  | 'cloth-1-0-a'
  | 'cloth-1-0-b'
  | 'cloth-1-0-c';
/**
 * A printed action.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedSymbolKind".
 */
export type EuropeDividedSymbolKind =
  'place_influence' | 'increase_influence' | 'gain_money' | 'build_army' | 'move_army';
/**
 * A power: the owner of dice, and the colour of an action. Europe plays the EU and NATO.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedPower".
 */
export type EuropeDividedPower = 'eu' | 'nato' | 'russia';
/**
 * A space of the board. The contested regions come first, in the order of the regions.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedSpace".
 */
export type EuropeDividedSpace =
  | 'armenia'
  | 'azerbaijan'
  | 'belarus'
  | 'czechia_slovakia'
  | 'eastern_balkans'
  | 'georgia'
  | 'hungary'
  | 'moldova'
  | 'poland'
  | 'baltics'
  | 'ukraine'
  | 'western_balkans'
  | 'austria'
  | 'benelux'
  | 'denmark'
  | 'finland'
  | 'france'
  | 'germany'
  | 'greece'
  | 'italy'
  | 'norway'
  | 'spain_portugal'
  | 'sweden'
  | 'turkey'
  | 'uk_ireland'
  | 'moscow'
  | 'central_fd'
  | 'western_fd'
  | 'southern_fd'
  | 'north_caucasian_fd'
  | 'volga_fd'
  | 'kaliningrad'
  | 'baltic_sea'
  | 'black_sea'
  | 'north_sea'
  | 'energy_sector';
/**
 * The origin of an Action Card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedGroup".
 */
export type EuropeDividedGroup = 'home' | 'contested';
/**
 * An Action Card. Cards of contested regions exist once for each side.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedActionCard".
 */
export type EuropeDividedActionCard =
  | 'europe-austria'
  | 'europe-benelux'
  | 'europe-denmark'
  | 'europe-finland'
  | 'europe-france'
  | 'europe-germany'
  | 'europe-greece'
  | 'europe-italy'
  | 'europe-norway'
  | 'europe-spain-and-portugal'
  | 'europe-sweden'
  | 'europe-turkey'
  | 'europe-uk-and-ireland'
  | 'russia-energy-sector'
  | 'russia-kaliningrad'
  | 'russia-news-media'
  | 'russia-north-caucasian-federal-district'
  | 'russia-southern-federal-district'
  | 'russia-the-president'
  | 'russia-western-federal-district'
  | 'europe-armenia'
  | 'europe-azerbaijan'
  | 'europe-belarus'
  | 'europe-czechia-and-slovakia'
  | 'europe-eastern-balkans'
  | 'europe-georgia'
  | 'europe-hungary'
  | 'europe-moldova'
  | 'europe-poland'
  | 'europe-baltics'
  | 'europe-ukraine'
  | 'europe-western-balkans'
  | 'russia-armenia'
  | 'russia-azerbaijan'
  | 'russia-belarus'
  | 'russia-czechia-and-slovakia'
  | 'russia-eastern-balkans'
  | 'russia-georgia'
  | 'russia-hungary'
  | 'russia-moldova'
  | 'russia-poland'
  | 'russia-baltics'
  | 'russia-ukraine'
  | 'russia-western-balkans';
/**
 * A side of the table; its index is the seat.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedSide".
 */
export type EuropeDividedSide = 'europe' | 'russia';
/**
 * A named `[Action]` that the vocabulary of parts does not cover.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedSpecial".
 */
export type EuropeDividedSpecial = 'propaganda' | 'visegrad_group';
/**
 * The player who may use a window.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedWindowKind".
 */
export type EuropeDividedWindowKind = 'effect' | 'reaction';
/**
 * The closed set of things that an Effect or a Reaction does.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedPart".
 */
export type EuropeDividedPart =
  | EuropeDividedPartInfluence
  | EuropeDividedPartBuild
  | EuropeDividedPartMoveTo
  | EuropeDividedPartGainMoney;
/**
 * The price of placing a die.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedPlacing".
 */
export type EuropeDividedPlacing = 'paid' | 'free';
/**
 * A contested region, with influence dice.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedRegion".
 */
export type EuropeDividedRegion =
  | 'armenia'
  | 'azerbaijan'
  | 'belarus'
  | 'czechia_slovakia'
  | 'eastern_balkans'
  | 'georgia'
  | 'hungary'
  | 'moldova'
  | 'poland'
  | 'baltics'
  | 'ukraine'
  | 'western_balkans';
/**
 * The occasion that opens a window.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedWhen".
 */
export type EuropeDividedWhen = 'any_use' | 'nato_action' | 'build_here' | 'effect_used';
/**
 * An Advantage Card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedAdvantageCard".
 */
export type EuropeDividedAdvantageCard =
  | 'council-meeting'
  | 'diplomatic-mission'
  | 'economic-aid'
  | 'nato-summit'
  | 'rapid-reaction-force'
  | 'us-sanctions'
  | 'western-intelligence'
  | 'cyber-attack'
  | 'fracture-in-the-eu'
  | 'hybrid-warfare'
  | 'intelligence-service'
  | 'little-green-men'
  | 'oil-price-boom'
  | 'snap-exercise';
/**
 * The time at which an Advantage Card may be used.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedAdvantageTime".
 */
export type EuropeDividedAdvantageTime = 'own_turn' | 'before_initiative';
/**
 * A sea that has a Sea Card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedSea".
 */
export type EuropeDividedSea = 'baltic_sea' | 'black_sea';
/**
 * The destination of Advantage Cards that were not kept.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedNotChosen".
 */
export type EuropeDividedNotChosen = 'back_to_deck' | 'out_of_the_game';
/**
 * A printed edition of the rules.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEdition".
 */
export type EuropeDividedEdition = 'first' | 'revised';
/**
 * The rule for how far a symbol increases influence.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedIncreaseRule".
 */
export type EuropeDividedIncreaseRule = 'up_to_symbol' | 'whole_symbol';
/**
 * The moment at which the prestige of cards counts.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCardPrestige".
 */
export type EuropeDividedCardPrestige = 'at_the_end' | 'at_once';
/**
 * The moment at which discards become the deck.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedReshuffle".
 */
export type EuropeDividedReshuffle =
  'when_a_draw_finds_the_deck_empty' | 'as_soon_as_the_deck_is_empty';
/**
 * The closed set of conditions that headlines print, each of every region named.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCondition".
 */
export type EuropeDividedCondition =
  | 'russia_one_army'
  | 'russia_two_armies'
  | 'russia_over_eu'
  | 'russia_over_eu_and_nato'
  | 'russia_over_nato_with_army'
  | 'russia_dominance'
  | 'nato_over_russia_with_army'
  | 'nato_over_russia'
  | 'eu_over_russia'
  | 'nato_dominance'
  | 'eu_dominance';
/**
 * A headline.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedHeadline".
 */
export type EuropeDividedHeadline =
  | '102nd-military-base'
  | 'baltic-air-policing'
  | 'bosnian-war'
  | 'baku-tbilisi-ceyhan-pipeline'
  | 'caspian-agreement'
  | 'cyberwarfare-waged-on-estonia'
  | 'dynastic-succession'
  | 'georgian-civil-war'
  | 'jeans-revolution'
  | 'kosovo-war'
  | 'kosovos-independence'
  | 'nagorno-karabakh-war'
  | 'nato-ukraine-commission'
  | 'orange-revolution'
  | 'rose-revolution'
  | 'russia-ukraine-gas-disputes'
  | 'russo-georgian-war'
  | 'south-east-european-cooperation-process'
  | 'transnistria-war'
  | 'union-state-of-russia-and-belarus'
  | 'velvet-divorce'
  | 'visegrad-group'
  | 'accession-of-crimea-into-russia'
  | 'dodons-election'
  | 'eurasian-economic-union'
  | 'grape-revolution'
  | 'montenegrin-coup-attempt'
  | 'nabucco-pipeline'
  | 'nato-force-integration-unit'
  | 'nato-missile-defense-shield'
  | 'new-nato-command-posts'
  | 'nord-stream'
  | 'papa-air-base'
  | 'regional-forces-group-of-belarus-and-russia'
  | 'reinforce-the-baltic-states'
  | 'rosatom-nuclear-reactors'
  | 'south-stream'
  | 'ukrainian-revolution'
  | 'war-in-the-donbass'
  | 'european-migrant-crisis';
/**
 * The kinds of spaces.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedSpaceKind".
 */
export type EuropeDividedSpaceKind = 'contested' | 'europe' | 'russia' | 'sea' | 'money_only';
/**
 * A step at the end of a turn.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEndStep".
 */
export type EuropeDividedEndStep =
  'score_dominance' | 'advantage_reset' | 'advantage_score' | 'game_end';
/**
 * A step of the headlines.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedHeadlineStep".
 */
export type EuropeDividedHeadlineStep = 'resolve' | 'shift' | 'place' | 'discard' | 'new';
/**
 * The requirement on people to bring entropy to the deal.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Entropy".
 */
export type Entropy = 'optional' | 'required';
/**
 * The people who may ask what a mind would do.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Hints".
 */
export type Hints = 'alone' | 'all' | 'off';
/**
 * A preferred seat: a number, or `"random"`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "SeatPreference".
 */
export type SeatPreference = number | 'random';
/**
 * The people who may watch.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Spectators".
 */
export type Spectators = 'open' | 'off';
/**
 * Everything a seat can command.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommand".
 */
export type EuropeCommand =
  | EuropeCommandCountry
  | EuropeCommandChoose
  | EuropeCommandOfferCreate
  | EuropeCommandOfferCounter
  | EuropeCommandOfferAccept
  | EuropeCommandOfferDecline
  | EuropeCommandOfferCancel
  | EuropeCommandBankBuy
  | EuropeCommandRevealResource
  | EuropeCommandRevealCitizen
  | EuropeCommandDrawCitizens
  | EuropeCommandChooseDrawn
  | EuropeCommandDevelop
  | EuropeCommandDevelopBlind
  | EuropeCommandSettleCrisis
  | EuropeCommandReady
  | EuropeCommandAllocate;
/**
 * A citizen card: its type and the number of the copy. The deck says which copies are in play;
 * each type has as many as any deck uses.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCitizen".
 */
export type EuropeCitizen =
  | 'c1-1'
  | 'c1-2'
  | 'c1-3'
  | 'c1-4'
  | 'c1-5'
  | 'c1-6'
  | 'c1-7'
  | 'c1-8'
  | 'c1-9'
  | 'c1-10'
  | 'c1-11'
  | 'c1-12'
  | 'c1-13'
  | 'c1-14'
  | 'c1-15'
  | 'c1-16'
  | 'c1-17'
  | 'c1-18'
  | 'c1-19'
  | 'c1-20'
  | 'c2-1'
  | 'c2-2'
  | 'c2-3'
  | 'c3-1'
  | 'c3-2'
  | 'c3-3'
  | 'c4-1'
  | 'c4-2'
  | 'c4-3'
  | 'c5-1'
  | 'c5-2'
  | 'c5-3'
  | 'c6-1'
  | 'c6-2'
  | 'c6-3'
  | 'c7-1'
  | 'c7-2'
  | 'c8-1'
  | 'c8-2'
  | 'c9-1'
  | 'c9-2'
  | 'c10-1'
  | 'c10-2'
  | 'c10-3'
  | 'c10-4'
  | 'c10-5'
  | 'c10-6'
  | 'c10-7'
  | 'c10-8'
  | 'c10-9'
  | 'c10-10'
  | 'c10-11'
  | 'c10-12'
  | 'c10-13'
  | 'c10-14'
  | 'c10-15'
  | 'c10-16'
  | 'c10-17'
  | 'c10-18'
  | 'c11-1'
  | 'c11-2'
  | 'c12-1'
  | 'c12-2'
  | 'c13-1'
  | 'c13-2'
  | 'c14-1'
  | 'c14-2'
  | 'c15-1'
  | 'c15-2'
  | 'c16-1'
  | 'c16-2'
  | 'c17-1'
  | 'c17-2'
  | 'c18-1'
  | 'c18-2'
  | 'c19-1'
  | 'c19-2'
  | 'c20-1'
  | 'c20-2'
  | 'c21-1'
  | 'c21-2'
  | 'c22-1'
  | 'c22-2';
/**
 * The reward that a met citizen pays.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeReward".
 */
export type EuropeReward = 'happiness' | 'coin';
/**
 * Everything a seat can command.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommand".
 */
export type EuropeDividedCommand =
  | EuropeDividedCommandKeepAdvantages
  | EuropeDividedCommandCouncilMeeting
  | EuropeDividedCommandTakeCards
  | EuropeDividedCommandCyberAttack
  | EuropeDividedCommandLockInitiative
  | EuropeDividedCommandPlay
  | EuropeDividedCommandPass
  | EuropeDividedCommandPlaceInfluence
  | EuropeDividedCommandIncreaseInfluence
  | EuropeDividedCommandLowerInfluence
  | EuropeDividedCommandGainMoney
  | EuropeDividedCommandBuildArmy
  | EuropeDividedCommandMoveArmy
  | EuropeDividedCommandPropaganda
  | EuropeDividedCommandVisegradGroup
  | EuropeDividedCommandDone
  | EuropeDividedCommandDecline
  | EuropeDividedCommandUseAdvantage
  | EuropeDividedCommandSellAdvantage
  | EuropeDividedCommandFracture
  | EuropeDividedCommandSeaMove
  | EuropeDividedCommandSeaBuild
  | EuropeDividedCommandEndSegment
  | EuropeDividedCommandPlaceHeadline;
/**
 * One thing that happened. Events that name hidden cards are addressed to their owner alone. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEvent".
 */
export type EuropeDividedEvent = KnownEuropeDividedEvent | UnknownEuropeDividedEvent;
/**
 * One thing that happened. Events that name hidden cards are addressed to their owner alone. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownEuropeDividedEvent".
 */
export type KnownEuropeDividedEvent =
  | EuropeDividedEventSetUp
  | EuropeDividedEventHandicapGiven
  | EuropeDividedEventAdvantagesKept
  | EuropeDividedEventTurnBegan
  | EuropeDividedEventInitiativeRevealed
  | EuropeDividedEventCouncilMet
  | EuropeDividedEventCyberAttackMade
  | EuropeDividedEventHandSeen
  | EuropeDividedEventCardPlayed
  | EuropeDividedEventCardPassed
  | EuropeDividedEventInfluencePlaced
  | EuropeDividedEventInfluenceChanged
  | EuropeDividedEventContestedCardTaken
  | EuropeDividedEventMoneyGained
  | EuropeDividedEventArmyBuilt
  | EuropeDividedEventArmyMoved
  | EuropeDividedEventArmiesRemoved
  | EuropeDividedEventArmyLostToInfluence
  | EuropeDividedEventSeaControlChanged
  | EuropeDividedEventDeclined
  | EuropeDividedEventAdvantageUsed
  | EuropeDividedEventAdvantageSold
  | EuropeDividedEventStepsEnded
  | EuropeDividedEventFractured
  | EuropeDividedEventCardReplaced
  | EuropeDividedEventReplacementDrawn
  | EuropeDividedEventSegmentEnded
  | EuropeDividedEventCardsDrawn
  | EuropeDividedEventCardDrawn
  | EuropeDividedEventDeckShuffled
  | EuropeDividedEventHeadlineAwarded
  | EuropeDividedEventHeadlineFailed
  | EuropeDividedEventHeadlinesShifted
  | EuropeDividedEventHeadlinePlaced
  | EuropeDividedEventHeadlinesDiscarded
  | EuropeDividedEventHeadlinesDrawn
  | EuropeDividedEventHeadlineDrawn
  | EuropeDividedEventDominanceScored
  | EuropeDividedEventAdvantagesScored
  | EuropeDividedEventAdvantagesDrawn
  | EuropeDividedEventMatchEnded;
/**
 * A cause other than the action of a card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCause".
 */
export type EuropeDividedCause =
  | EuropeDividedCauseEffect
  | EuropeDividedCauseReaction
  | EuropeDividedCauseAdvantage
  | EuropeDividedCauseSea;
/**
 * The source of gained money.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedMoneySource".
 */
export type EuropeDividedMoneySource = 'action' | 'effect' | 'sea_card' | 'advantage';
/**
 * The zone that a card was in.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCardZone".
 */
export type EuropeDividedCardZone = 'hand' | 'locked' | 'table' | 'deck' | 'discards';
/**
 * The reason for the result of a match. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEndReason".
 */
export type EuropeDividedEndReason = KnownEuropeDividedEndReason | string;
/**
 * The reason for the result of a match. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownEuropeDividedEndReason".
 */
export type KnownEuropeDividedEndReason =
  'prestige' | 'contested_cards' | 'armies_and_money' | 'tie_to_europe' | 'resigned';
/**
 * The side that a handicap favours.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedFavoured".
 */
export type EuropeDividedFavoured = 'europe' | 'russia';
/**
 * The kinds of questions.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedPromptKind".
 */
export type EuropeDividedPromptKind =
  | 'keep_advantages'
  | 'initiative'
  | 'segment'
  | 'action'
  | 'propaganda'
  | 'effect'
  | 'reaction'
  | 'advantage'
  | 'place_headline'
  | 'nothing';
/**
 * The parts of a turn.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedStage".
 */
export type EuropeDividedStage =
  'advantages' | 'initiative' | 'actions' | 'place_headlines' | 'over';
/**
 * One thing that happened. Events that name hidden cards are addressed to their owner alone. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEvent".
 */
export type EuropeEvent = KnownEuropeEvent | UnknownEuropeEvent;
/**
 * One thing that happened. Events that name hidden cards are addressed to their owner alone. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownEuropeEvent".
 */
export type KnownEuropeEvent =
  | EuropeEventSetUp
  | EuropeEventHandicapGiven
  | EuropeEventStartingCardDealt
  | EuropeEventCountryTaken
  | EuropeEventRoundBegan
  | EuropeEventResourcesDealt
  | EuropeEventResourceDealt
  | EuropeEventCitizensDealt
  | EuropeEventCitizensSeen
  | EuropeEventAnswered
  | EuropeEventCitizensKept
  | EuropeEventCitizenRevealed
  | EuropeEventResourceRevealed
  | EuropeEventProduced
  | EuropeEventBankProduced
  | EuropeEventMarketFilled
  | EuropeEventMarketSwept
  | EuropeEventPlayBegan
  | EuropeEventOfferMade
  | EuropeEventOfferDeclined
  | EuropeEventOfferClosed
  | EuropeEventSwapped
  | EuropeEventBankSold
  | EuropeEventCitizensDrawn
  | EuropeEventDeveloped
  | EuropeEventCrisisTurned
  | EuropeEventNoCrisis
  | EuropeEventDebtIncurred
  | EuropeEventDebtPaid
  | EuropeEventReadyChanged
  | EuropeEventClockJumped
  | EuropeEventPlayEnded
  | EuropeEventCrisisFailed
  | EuropeEventCitizenServed
  | EuropeEventHappinessChanged
  | EuropeEventCoinEarned
  | EuropeEventCardSpent
  | EuropeEventDeckShuffled
  | EuropeEventResigned
  | EuropeEventMatchEnded;
/**
 * The reason why an offer is closed.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeClosedBecause".
 */
export type EuropeClosedBecause =
  | 'accepted'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'unfunded'
  | 'coin_blocked'
  | 'resigned'
  | 'round_over';
/**
 * A debt's content, and its creditor.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeOwed".
 */
export type EuropeOwed =
  | EuropeOwedCubes
  | EuropeOwedNeighbour
  | EuropeOwedCoin
  | EuropeOwedCubesOrCoin
  | EuropeOwedStockpile;
/**
 * The result for a citizen.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCitizenOutcome".
 */
export type EuropeCitizenOutcome =
  EuropeCitizenOutcomeMet | EuropeCitizenOutcomePlacated | EuropeCitizenOutcomeFailed;
/**
 * A deck.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDeck".
 */
export type EuropeDeck = 'resources' | 'citizens' | 'crises';
/**
 * The reason for the result of a match. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEndReason".
 */
export type EuropeEndReason = KnownEuropeEndReason | string;
/**
 * The reason for the result of a match. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownEuropeEndReason".
 */
export type KnownEuropeEndReason =
  'happiness' | 'coin' | 'shared' | 'limit_happiness' | 'limit_coin' | 'limit_shared' | 'resigned';
/**
 * Cubes that stay with their players between rounds.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCarryOver".
 */
export type EuropeCarryOver = 'none' | 'all';
/**
 * Citizens in play.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCitizenDeck".
 */
export type EuropeCitizenDeck = 'standard' | 'gentle' | 'seed_only';
/**
 * Players who earn the bonus of a crisis.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCrisisBonus".
 */
export type EuropeCrisisBonus = 'citizens_and_crisis' | 'citizens_only';
/**
 * Crises in play.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCrisisDeck".
 */
export type EuropeCrisisDeck = 'full' | 'seed_only';
/**
 * Price of leaving a debt of a crisis unpaid.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCrisisFailure".
 */
export type EuropeCrisisFailure = 'no_bonus' | 'lose_one_happiness';
/**
 * The seat that a handicap favours.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeFavouredPlayer".
 */
export type EuropeFavouredPlayer = 'first_seat' | 'second_seat' | 'third_seat' | 'fourth_seat';
/**
 * Change to the market when a round begins.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeMarketRule".
 */
export type EuropeMarketRule = 'refresh' | 'persist';
/**
 * The phases of a match.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropePhase".
 */
export type EuropePhase = 'country' | 'choose' | 'play' | 'allocate' | 'over';
/**
 * A feature of a server. Later servers may have more. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Feature".
 */
export type Feature = KnownFeature | string;
/**
 * A feature of a server. Later servers may have more. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownFeature".
 */
export type KnownFeature =
  | 'announcements'
  | 'answers'
  | 'coach'
  | 'entropy'
  | 'filters'
  | 'hints'
  | 'lessons'
  | 'mails'
  | 'practice'
  | 'programs'
  | 'push'
  | 'undo'
  | 'view'
  | 'webhooks';
/**
 * The level at which a bot plays. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BotLevel".
 */
export type BotLevel = KnownBotLevel | string;
/**
 * One draw, which follows from the key and the label.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordDraw".
 */
export type RecordDraw = RecordDrawShuffle | RecordDrawBelow;
/**
 * Everything that can change a match.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordInput".
 */
export type RecordInput =
  | RecordInputCommand
  | RecordInputDeadline
  | RecordInputResign
  | RecordInputClaim
  | RecordInputAbandon
  | RecordInputPause
  | RecordInputResume
  | RecordInputUndo;
/**
 * The subject of a notice. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "NoticeType".
 */
export type NoticeType = KnownNoticeType | string;
/**
 * The subject of a notice. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownNoticeType".
 */
export type KnownNoticeType = 'your_turn' | 'match_over';
/**
 * A way to reach somebody who is not connected. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Way".
 */
export type Way = KnownWay | string;
/**
 * A way to reach somebody who is not connected. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownWay".
 */
export type KnownWay = 'webhook' | 'email';
/**
 * A block of text.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ReferenceBlock".
 */
export type ReferenceBlock =
  | ReferenceBlockText
  | ReferenceBlockList
  | ReferenceBlockTable
  | ReferenceBlockRuling
  | ReferenceBlockHouse
  | ReferenceBlockExample
  | ReferenceBlockLegend;
/**
 * Everything a server may send. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ServerMessage".
 */
export type ServerMessage = KnownServerMessage | UnknownServerMessage;
/**
 * Everything a server may send. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownServerMessage".
 */
export type KnownServerMessage =
  | Welcome
  | ServerMessageRoom
  | Update
  | ServerMessageAccepted
  | ServerMessageRejected
  | Hint
  | Preview
  | LessonStep
  | ServerMessagePoint
  | ChatLine
  | ServerMessagePong
  | ServerMessageError
  | ServerMessageClosing;
/**
 * The state of a seat's coach.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "CoachState".
 */
export type CoachState = 'invited' | 'here';
/**
 * The kind of holder that a seat has. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "SeatKind".
 */
export type SeatKind = KnownSeatKind | string;
/**
 * The kind of holder that a seat has. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownSeatKind".
 */
export type KnownSeatKind = 'person' | 'bot' | 'program';
/**
 * The state of a room.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RoomState".
 */
export type RoomState = 'lobby' | 'sealing' | 'running' | 'finished' | 'abandoned';
/**
 * The reason why nobody can prove how a room's match is dealt: there is no record of it, and neither
 * the server nor a seat commits itself to anything. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Unproven".
 */
export type Unproven = KnownUnproven | UnknownUnproven;
/**
 * The reason why nobody can prove how a room's match is dealt: there is no record of it, and neither
 * the server nor a seat commits itself to anything. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownUnproven".
 */
export type KnownUnproven = UnprovenPractice | UnprovenDev | UnprovenLesson;
/**
 * The client's part in the room.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "You".
 */
export type You = YouSeat | YouSpectator | YouCoach;
/**
 * The kinds of things that a lesson waits for.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "LessonAwaits".
 */
export type LessonAwaits = 'next' | 'command' | 'script' | 'nothing';
/**
 * The kinds of lessons. Later servers may know more: ignore those that you do not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "LessonKind".
 */
export type LessonKind = KnownLessonKind | string;
/**
 * The kinds of lessons. Those of this server.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "KnownLessonKind".
 */
export type KnownLessonKind = 'lesson' | 'puzzle';
/**
 * The rule for taking moves back.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "UndoPolicy".
 */
export type UndoPolicy = 'free' | 'consent' | 'off';

export interface EntenteProtocolVersion1 {
  add_bot?: AddBot;
  add_device?: AddDevice;
  add_program?: AddProgram;
  analysis?: Analysis;
  analysis_progress?: AnalysisProgress;
  announce_program?: AnnounceProgram;
  announced_program?: AnnouncedProgram;
  balance_of_power_command?: BalanceOfPowerCommand;
  balance_of_power_data?: BalanceOfPowerData;
  balance_of_power_event?: BalanceOfPowerEvent;
  balance_of_power_options?: BalanceOfPowerOptions;
  balance_of_power_private?: BalanceOfPowerPrivate;
  balance_of_power_public?: BalanceOfPowerPublic;
  client_message?: ClientMessage;
  command_answer?: CommandAnswer;
  command_request?: CommandRequest;
  component_data?: ComponentData;
  create_room?: CreateRoom;
  europe_command?: EuropeCommand;
  europe_data?: EuropeData;
  europe_divided_command?: EuropeDividedCommand;
  europe_divided_data?: EuropeDividedData;
  europe_divided_event?: EuropeDividedEvent;
  europe_divided_options?: EuropeDividedOptions;
  europe_divided_private?: EuropeDividedPrivate;
  europe_divided_public?: EuropeDividedPublic;
  europe_event?: EuropeEvent;
  europe_options?: EuropeOptions;
  europe_private?: EuropePrivate;
  europe_public?: EuropePublic;
  games?: Games;
  given_seats?: GivenSeats;
  lessons?: Lessons;
  match_record?: MatchRecord;
  new_coach?: NewCoach;
  new_token?: NewToken;
  notice?: Notice;
  notify?: Notify;
  open_lesson?: OpenLesson;
  open_practice?: OpenPractice;
  problem?: Problem;
  programs?: Programs;
  puzzles?: Puzzles;
  reference?: Reference;
  replay?: Replay;
  room?: Room;
  rooms?: Rooms;
  seated?: Seated;
  server_message?: ServerMessage;
  set_notify?: SetNotify;
  table_options?: TableOptions;
  take_seat?: TakeSeat;
}
/**
 * `POST /api/v1/rooms/{code}/seats/{seat}/bot`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "AddBot".
 */
export interface AddBot {
  level?: KnownBotLevel;
}
/**
 * `POST .../devices`: a browser that wants the seat's notices, as its push service knows it.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "AddDevice".
 */
export interface AddDevice {
  /**
   * The subscription's secret, 16 bytes in base64url without padding.
   */
  auth: string;
  /**
   * The address of its subscription at the push service, at most 1000 bytes.
   */
  endpoint: string;
  /**
   * The subscription's public key, 65 bytes in base64url without padding.
   */
  p256dh: string;
}
/**
 * `POST /api/v1/rooms/{code}/seats/{seat}/program`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "AddProgram".
 */
export interface AddProgram {
  /**
   * The id of its announcement.
   */
  program: string;
}
/**
 * `GET /api/v1/rooms/{code}/analysis`: what a mind thinks of each entry of a match that is over.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Analysis".
 */
export interface Analysis {
  /**
   * One for each entry of the log, from the set-up (0) on.
   */
  entries: AnalysedEntry[];
  /**
   * One for each seat.
   */
  seats: SeatAnalysis[];
}
/**
 * An entry of the log.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "AnalysedEntry".
 */
export interface AnalysedEntry {
  /**
   * The chance of seat 0 after it, between what each seat knows.
   */
  chance: number;
  /**
   * The choice that it was; absent if it was none.
   */
  choice?: AnalysedChoice | null;
  /**
   * Its number.
   */
  seq: number;
}
/**
 * A choice of a seat, as the mind would have made it from that seat's view.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "AnalysedChoice".
 */
export interface AnalysedChoice {
  /**
   * Its chance with the command that it gave.
   */
  after: number;
  /**
   * The seat's chance with the best command.
   */
  before: number;
  /**
   * The best command; absent if it is the one given.
   */
  best?: BestCommand | null;
  /**
   * The chance that dice, draws and things hidden from it then brought it.
   */
  luck: number;
  /**
   * The seat.
   */
  seat: number;
  /**
   * The command in words.
   */
  text: string;
}
/**
 * A command that would have been better.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BestCommand".
 */
export interface BestCommand {
  /**
   * The command.
   */
  command: {
    [k: string]: unknown;
  };
  /**
   * The command in words.
   */
  text: string;
}
/**
 * The choices and the luck of a seat, summed up.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "SeatAnalysis".
 */
export interface SeatAnalysis {
  /**
   * Number of those in which it gave the command that the mind thinks best.
   */
  best: number;
  /**
   * Number of its decisions that left a choice.
   */
  choices: number;
  /**
   * The chance that its choices lost.
   */
  lost: number;
  /**
   * The chance that dice, draws and things hidden from it have brought it.
   */
  luck: number;
}
/**
 * The answer while an analysis is being made: ask again.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "AnalysisProgress".
 */
export interface AnalysisProgress {
  /**
   * Number of entries that have been analysed.
   */
  done: number;
  /**
   * Number of all entries.
   */
  entries: number;
  /**
   * The delay after which to ask again, in milliseconds.
   */
  retry_after_ms: number;
}
/**
 * `POST /api/v1/programs`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "AnnounceProgram".
 */
export interface AnnounceProgram {
  /**
   * A way to reach its author: an address on the web, a mail address, a name on a platform.
   */
  contact: string;
  /**
   * The games that it plays.
   *
   * @minItems 1
   * @maxItems 16
   */
  games:
    | [ProgramGame]
    | [ProgramGame, ProgramGame]
    | [ProgramGame, ProgramGame, ProgramGame]
    | [ProgramGame, ProgramGame, ProgramGame, ProgramGame]
    | [ProgramGame, ProgramGame, ProgramGame, ProgramGame, ProgramGame]
    | [ProgramGame, ProgramGame, ProgramGame, ProgramGame, ProgramGame, ProgramGame]
    | [ProgramGame, ProgramGame, ProgramGame, ProgramGame, ProgramGame, ProgramGame, ProgramGame]
    | [
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame
      ]
    | [
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame
      ]
    | [
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame
      ]
    | [
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame
      ]
    | [
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame
      ]
    | [
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame
      ]
    | [
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame
      ]
    | [
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame
      ]
    | [
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame,
        ProgramGame
      ];
  /**
   * Its strength, in its author's words.
   */
  level?: string | null;
  /**
   * Its name at the table.
   */
  name: string;
  /**
   * The most rooms that it plays in at the same time.
   */
  rooms: number;
}
/**
 * A game that a program plays.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ProgramGame".
 */
export interface ProgramGame {
  /**
   * The game's id.
   */
  game: string;
  /**
   * The options that a room must have, with their values; none if it plays with all.
   */
  options?: {
    [k: string]: unknown;
  };
}
/**
 * The answer to an announcement.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "AnnouncedProgram".
 */
export interface AnnouncedProgram {
  program: ProgramInfo;
  /**
   * The time in which it has to connect to a seat that it is given, in milliseconds.
   */
  seat_ms: number;
  /**
   * The time without a request for its seats after which it is forgotten, in milliseconds.
   */
  silence_ms: number;
  /**
   * The token by which it asks for its seats; it opens no seat.
   */
  token: string;
}
/**
 * A program that hosts may seat. What it says of itself is its author's word.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ProgramInfo".
 */
export interface ProgramInfo {
  /**
   * A way to reach its author.
   */
  contact: string;
  /**
   * The number of rooms that it would take now; 0 while it plays in as many as it wants to.
   */
  free: number;
  /**
   * The games that it plays.
   */
  games: ProgramGame[];
  /**
   * The id of this announcement.
   */
  id: string;
  /**
   * Its strength, in its author's words.
   */
  level?: string | null;
  /**
   * Its name.
   */
  name: string;
}
/**
 * Places the whole map for both colours and the neutral army (Command Room).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandPlaceMap".
 */
export interface BalanceOfPowerCommandPlaceMap {
  capitals: BalanceOfPowerCapitals;
  territories: BalanceOfPowerPlacement;
  type: 'place_map';
}
/**
 * The territories of the two capitals.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCapitals".
 */
export interface BalanceOfPowerCapitals {
  blue: BalanceOfPowerTerritory;
  red: BalanceOfPowerTerritory;
}
/**
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerPlacement".
 */
export interface BalanceOfPowerPlacement {
  austria: BalanceOfPowerGarrison;
  belarus: BalanceOfPowerGarrison;
  belgium: BalanceOfPowerGarrison;
  czech_republic: BalanceOfPowerGarrison;
  denmark: BalanceOfPowerGarrison;
  eastern_ukraine: BalanceOfPowerGarrison;
  estonia: BalanceOfPowerGarrison;
  finland: BalanceOfPowerGarrison;
  germany: BalanceOfPowerGarrison;
  hungary: BalanceOfPowerGarrison;
  ireland: BalanceOfPowerGarrison;
  italy: BalanceOfPowerGarrison;
  latvia: BalanceOfPowerGarrison;
  lithuania: BalanceOfPowerGarrison;
  moldova: BalanceOfPowerGarrison;
  netherlands: BalanceOfPowerGarrison;
  northern_france: BalanceOfPowerGarrison;
  northern_russia: BalanceOfPowerGarrison;
  norway: BalanceOfPowerGarrison;
  poland: BalanceOfPowerGarrison;
  prussia: BalanceOfPowerGarrison;
  romania: BalanceOfPowerGarrison;
  slovakia: BalanceOfPowerGarrison;
  slovenia: BalanceOfPowerGarrison;
  southern_france: BalanceOfPowerGarrison;
  southern_russia: BalanceOfPowerGarrison;
  sweden: BalanceOfPowerGarrison;
  switzerland: BalanceOfPowerGarrison;
  united_kingdom: BalanceOfPowerGarrison;
  western_ukraine: BalanceOfPowerGarrison;
}
/**
 * The troops in a territory, and their owner.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerGarrison".
 */
export interface BalanceOfPowerGarrison {
  owner: BalanceOfPowerOwner;
  /**
   * The number of troops.
   */
  troops: number;
}
/**
 * Has the deal place a balanced map (Command Room).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandAuto".
 */
export interface BalanceOfPowerCommandAuto {
  type: 'auto';
}
/**
 * Chooses the seat's colour, and which colour goes first (Command Room).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandChoose".
 */
export interface BalanceOfPowerCommandChoose {
  colour: BalanceOfPowerColour;
  first: BalanceOfPowerColour;
  type: 'choose';
}
/**
 * Rolls for neutral resistance.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandResist".
 */
export interface BalanceOfPowerCommandResist {
  type: 'resist';
}
/**
 * Forgoes neutral resistance: the neutral chart is emptied.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandDecline".
 */
export interface BalanceOfPowerCommandDecline {
  type: 'decline';
}
/**
 * Puts returning neutral troops into neutral territories.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandReturnTroops".
 */
export interface BalanceOfPowerCommandReturnTroops {
  troops: BalanceOfPowerTerritoryCounts;
  type: 'return_troops';
}
/**
 * The positive counts of each; those with none are left out.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerTerritoryCounts".
 */
export type BalanceOfPowerTerritoryCounts = {
  austria?: number;
  belarus?: number;
  belgium?: number;
  czech_republic?: number;
  denmark?: number;
  eastern_ukraine?: number;
  estonia?: number;
  finland?: number;
  germany?: number;
  hungary?: number;
  ireland?: number;
  italy?: number;
  latvia?: number;
  lithuania?: number;
  moldova?: number;
  netherlands?: number;
  northern_france?: number;
  northern_russia?: number;
  norway?: number;
  poland?: number;
  prussia?: number;
  romania?: number;
  slovakia?: number;
  slovenia?: number;
  southern_france?: number;
  southern_russia?: number;
  sweden?: number;
  switzerland?: number;
  united_kingdom?: number;
  western_ukraine?: number;
}
/**
 * Buys combat support. Reconnaissance and the special unit take no inputs.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandSupport".
 */
export interface BalanceOfPowerCommandSupport {
  /**
   * The territory of departure or attack: start manoeuvre and neutral attack.
   */
  from?: BalanceOfPowerTerritory | null;
  kind: BalanceOfPowerSupport;
  /**
   * Troops that stay out of the fight: neutral attack.
   */
  stop_at?: number | null;
  /**
   * The territory of arrival, or the one attacked: start manoeuvre and neutral attack.
   */
  to?: BalanceOfPowerTerritory | null;
  /**
   * The number of troops that move: start manoeuvre.
   */
  troops?: number | null;
  type: 'support';
}
/**
 * Buys no further combat support.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandDone".
 */
export interface BalanceOfPowerCommandDone {
  type: 'done';
}
/**
 * Hands cards in for troops, once a turn before the first troop is placed.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandHandIn".
 */
export interface BalanceOfPowerCommandHandIn {
  /**
   * The cards; their stars sum to 2 to 10.
   */
  cards: BalanceOfPowerCard[];
  type: 'hand_in';
}
/**
 * Places drafted troops on the player's territories.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandPlace".
 */
export interface BalanceOfPowerCommandPlace {
  troops: BalanceOfPowerTerritoryCounts;
  type: 'place';
}
/**
 * Makes one roll.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandAttack".
 */
export interface BalanceOfPowerCommandAttack {
  /**
   * The number of dice.
   */
  dice: number;
  from: BalanceOfPowerTerritory;
  to: BalanceOfPowerTerritory;
  type: 'attack';
}
/**
 * Rolls again and again, with the most dice, until the target falls or `stop_at` troops are
 * left.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandAttackUntil".
 */
export interface BalanceOfPowerCommandAttackUntil {
  from: BalanceOfPowerTerritory;
  /**
   * Troops that stay out of the fight.
   */
  stop_at: number;
  to: BalanceOfPowerTerritory;
  type: 'attack_until';
}
/**
 * Reconnaissance: throws one attack die again; the new value counts.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandReroll".
 */
export interface BalanceOfPowerCommandReroll {
  /**
   * Its position in the roll as shown, from 0.
   */
  die: number;
  type: 'reroll';
}
/**
 * Keeps the dice of the roll.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandKeep".
 */
export interface BalanceOfPowerCommandKeep {
  type: 'keep';
}
/**
 * Moves troops into the conquered territory.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandOccupy".
 */
export interface BalanceOfPowerCommandOccupy {
  /**
   * The number of troops.
   */
  troops: number;
  type: 'occupy';
}
/**
 * Makes no further attack this turn.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandEndAttack".
 */
export interface BalanceOfPowerCommandEndAttack {
  type: 'end_attack';
}
/**
 * Takes an objective that is fulfilled.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandCollect".
 */
export interface BalanceOfPowerCommandCollect {
  objective: BalanceOfPowerObjective;
  type: 'collect';
}
/**
 * Moves troops between connected territories of the player's.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandManoeuvre".
 */
export interface BalanceOfPowerCommandManoeuvre {
  from: BalanceOfPowerTerritory;
  to: BalanceOfPowerTerritory;
  /**
   * The number of troops.
   */
  troops: number;
  type: 'manoeuvre';
}
/**
 * Skips an optional step: collecting, the manoeuvre.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandSkip".
 */
export interface BalanceOfPowerCommandSkip {
  type: 'skip';
}
/**
 * The component data of a match of Balance of Power.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerData".
 */
export interface BalanceOfPowerData {
  cards: BalanceOfPowerCardFile;
  command_room: BalanceOfPowerCommandRoomFile;
  map: BalanceOfPowerMapFile;
  objectives: BalanceOfPowerObjectiveFile;
  setups: BalanceOfPowerSetupFile;
}
/**
 * `cards.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCardFile".
 */
export interface BalanceOfPowerCardFile {
  /**
   * Territory cards; two show none.
   */
  card: BalanceOfPowerCardRow[];
  /**
   * Troops that a number of stars is worth.
   */
  stars: BalanceOfPowerStarsRow[];
}
/**
 * A card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCardRow".
 */
export interface BalanceOfPowerCardRow {
  id: BalanceOfPowerCard;
  /**
   * Its stars.
   */
  stars: number;
  stars_source: Source;
  /**
   * The territory on it, if any.
   */
  territory?: BalanceOfPowerTerritory | null;
  territory_source: Source;
}
/**
 * The troops that cards with this many stars earn together.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerStarsRow".
 */
export interface BalanceOfPowerStarsRow {
  source: Source;
  /**
   * The stars.
   */
  stars: number;
  /**
   * The troops.
   */
  troops: number;
}
/**
 * `command_room.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandRoomFile".
 */
export interface BalanceOfPowerCommandRoomFile {
  /**
   * Rows of the chart and how many troops each holds.
   */
  chart: BalanceOfPowerChartRow[];
  /**
   * Sums that the dice must reach against neutral resistance.
   */
  resistance: BalanceOfPowerResistanceRow[];
  /**
   * Combat support and its price.
   */
  support: BalanceOfPowerSupportRow[];
}
/**
 * A row of the chart.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerChartRow".
 */
export interface BalanceOfPowerChartRow {
  /**
   * The number of troops that it holds.
   */
  capacity: number;
  id: BalanceOfPowerOwner;
  source: Source;
}
/**
 * The sum that two dice must reach against neutral resistance.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerResistanceRow".
 */
export interface BalanceOfPowerResistanceRow {
  /**
   * The sum to reach.
   */
  needed: number;
  source: Source;
  /**
   * The number of troops on the neutral chart.
   */
  troops: number;
}
/**
 * A kind of combat support.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerSupportRow".
 */
export interface BalanceOfPowerSupportRow {
  id: BalanceOfPowerSupport;
  /**
   * Its name.
   */
  name: string;
  /**
   * Its price, in troops from the buyer's own chart.
   */
  price: number;
  price_source: Source;
  /**
   * Its text.
   */
  text: string;
  text_source: Source;
}
/**
 * `map.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerMapFile".
 */
export interface BalanceOfPowerMapFile {
  /**
   * Pairs of territories that border each other.
   */
  edge: BalanceOfPowerEdgeRow[];
  /**
   * Regions and their bonus.
   */
  region: BalanceOfPowerRegionRow[];
  /**
   * Territories.
   */
  territory: BalanceOfPowerTerritoryRow[];
}
/**
 * Two territories that border each other.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEdgeRow".
 */
export interface BalanceOfPowerEdgeRow {
  a: BalanceOfPowerTerritory;
  b: BalanceOfPowerTerritory;
  kind: BalanceOfPowerEdgeKind;
  source: Source;
}
/**
 * A region.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerRegionRow".
 */
export interface BalanceOfPowerRegionRow {
  /**
   * Troops that it earns if held whole.
   */
  bonus: number;
  bonus_source: Source;
  id: BalanceOfPowerRegion;
  /**
   * Its name.
   */
  name: string;
  source: Source;
}
/**
 * A territory.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerTerritoryRow".
 */
export interface BalanceOfPowerTerritoryRow {
  id: BalanceOfPowerTerritory;
  /**
   * Its name.
   */
  name: string;
  name_source: Source;
  region: BalanceOfPowerRegion;
  region_source: Source;
  /**
   * `true` if its terrain is rough.
   */
  rough: boolean;
  rough_source: Source;
  /**
   * Its site, if it has one.
   */
  site?: BalanceOfPowerSite | null;
  site_source?: Source | null;
}
/**
 * `objectives.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerObjectiveFile".
 */
export interface BalanceOfPowerObjectiveFile {
  /**
   * Objectives and the condition that fulfils each.
   */
  objective: BalanceOfPowerObjectiveRow[];
}
/**
 * An objective.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerObjectiveRow".
 */
export interface BalanceOfPowerObjectiveRow {
  condition: BalanceOfPowerCondition;
  id: BalanceOfPowerObjective;
  /**
   * Its name.
   */
  name: string;
  source: Source;
  /**
   * Its text.
   */
  text: string;
}
/**
 * Every territory of a region.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerConditionRegion".
 */
export interface BalanceOfPowerConditionRegion {
  hold: 'region';
  region: BalanceOfPowerRegion;
}
/**
 * Every territory of some regions.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerConditionRegions".
 */
export interface BalanceOfPowerConditionRegions {
  /**
   * The number of regions.
   */
  count: number;
  hold: 'regions';
}
/**
 * Every territory that a sea-line touches.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerConditionSeaLines".
 */
export interface BalanceOfPowerConditionSeaLines {
  hold: 'sea_lines';
}
/**
 * Territories with rough terrain.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerConditionRough".
 */
export interface BalanceOfPowerConditionRough {
  /**
   * The number of territories.
   */
  count: number;
  hold: 'rough';
}
/**
 * Cities.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerConditionCities".
 */
export interface BalanceOfPowerConditionCities {
  /**
   * The number of cities.
   */
  count: number;
  hold: 'cities';
}
/**
 * Every site of a kind.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerConditionSite".
 */
export interface BalanceOfPowerConditionSite {
  hold: 'site';
  site: BalanceOfPowerSite;
}
/**
 * No neutral troop is on the map.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerConditionNoNeutral".
 */
export interface BalanceOfPowerConditionNoNeutral {
  hold: 'no_neutral';
}
/**
 * `setups.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerSetupFile".
 */
export interface BalanceOfPowerSetupFile {
  /**
   * The printed set-ups.
   */
  setup: BalanceOfPowerSetupRow[];
}
/**
 * A set-up of Basic Training.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerSetupRow".
 */
export interface BalanceOfPowerSetupRow {
  blue: BalanceOfPowerTerritoryCounts;
  blue_capital: BalanceOfPowerTerritory;
  /**
   * The territories with cities.
   */
  cities: BalanceOfPowerTerritory[];
  cities_source: Source;
  /**
   * The colour that goes first, if the set-up names one.
   */
  first?: BalanceOfPowerColour | null;
  first_source?: Source | null;
  /**
   * Its number, from 1.
   */
  id: number;
  neutral: BalanceOfPowerTerritoryCounts;
  /**
   * The objectives that lie face up.
   */
  objectives: BalanceOfPowerObjective[];
  objectives_source: Source;
  placement_source: Source;
  red: BalanceOfPowerTerritoryCounts;
  red_capital: BalanceOfPowerTerritory;
}
/**
 * The match is set up.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventSetUp".
 */
export interface BalanceOfPowerEventSetUp {
  /**
   * The cities.
   */
  cities: BalanceOfPowerTerritory[];
  /**
   * The objectives that lie face up.
   */
  objectives: BalanceOfPowerObjective[];
  /**
   * The set-up of Basic Training.
   */
  setup?: number | null;
  type: 'set_up';
  version: BalanceOfPowerVersion;
}
/**
 * It is settled who goes first (Basic Training).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventFirstPlayer".
 */
export interface BalanceOfPowerEventFirstPlayer {
  colour: BalanceOfPowerColour;
  /**
   * `true` if the deal drew it.
   */
  drawn: boolean;
  type: 'first_player';
}
/**
 * The seat that places the map was drawn (Command Room).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventPlacerDrawn".
 */
export interface BalanceOfPowerEventPlacerDrawn {
  /**
   * The seat.
   */
  seat: number;
  type: 'placer_drawn';
}
/**
 * The map was placed (Command Room).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventMapPlaced".
 */
export interface BalanceOfPowerEventMapPlaced {
  /**
   * `true` if the deal placed it.
   */
  auto: boolean;
  capitals: BalanceOfPowerCapitals;
  /**
   * The seat that placed it.
   */
  seat: number;
  territories: BalanceOfPowerPlacement;
  type: 'map_placed';
}
/**
 * A seat chose its colour and who goes first (Command Room).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventColourChosen".
 */
export interface BalanceOfPowerEventColourChosen {
  colour: BalanceOfPowerColour;
  first: BalanceOfPowerColour;
  /**
   * The seat.
   */
  seat: number;
  type: 'colour_chosen';
}
/**
 * A seat has more troops on its capital, as the room's handicap says.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventHandicapGiven".
 */
export interface BalanceOfPowerEventHandicapGiven {
  colour: BalanceOfPowerColour;
  /**
   * The seat.
   */
  seat: number;
  territory: BalanceOfPowerTerritory;
  /**
   * The number of troops more.
   */
  troops: number;
  type: 'handicap_given';
}
/**
 * A player's turn begins.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventTurnBegan".
 */
export interface BalanceOfPowerEventTurnBegan {
  colour: BalanceOfPowerColour;
  /**
   * Counted over both players, from 1.
   */
  turn: number;
  type: 'turn_began';
}
/**
 * Two dice were thrown for neutral resistance.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventResistanceRolled".
 */
export interface BalanceOfPowerEventResistanceRolled {
  /**
   * Troops on the neutral chart.
   */
  chart: number;
  /**
   * The dice.
   *
   * @minItems 1
   * @maxItems 3
   */
  dice: [number] | [number, number] | [number, number, number];
  /**
   * The sum that the dice had to reach.
   */
  needed: number;
  /**
   * Troops that return to the map.
   */
  returning: number;
  type: 'resistance_rolled';
}
/**
 * Nobody rolled for neutral resistance; the chart is emptied.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventResistanceDeclined".
 */
export interface BalanceOfPowerEventResistanceDeclined {
  /**
   * Troops that left it.
   */
  chart: number;
  type: 'resistance_declined';
}
/**
 * Neutral troops came back.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventTroopsReturned".
 */
export interface BalanceOfPowerEventTroopsReturned {
  troops: BalanceOfPowerTerritoryCounts;
  type: 'troops_returned';
}
/**
 * Combat support was bought.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventSupportBought".
 */
export interface BalanceOfPowerEventSupportBought {
  colour: BalanceOfPowerColour;
  kind: BalanceOfPowerSupport;
  /**
   * Troops that left the buyer's own chart.
   */
  price: number;
  type: 'support_bought';
}
/**
 * The draft was counted.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventDrafted".
 */
export interface BalanceOfPowerEventDrafted {
  /**
   * Troops for territories and cities.
   */
  base: number;
  /**
   * Troops for capitals.
   */
  capitals: number;
  colour: BalanceOfPowerColour;
  /**
   * Troops for whole regions.
   */
  regions: number;
  type: 'drafted';
}
/**
 * Cards were handed in.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventHandedIn".
 */
export interface BalanceOfPowerEventHandedIn {
  /**
   * The cards.
   */
  cards: BalanceOfPowerCard[];
  colour: BalanceOfPowerColour;
  /**
   * Their stars.
   */
  stars: number;
  /**
   * Troops they earn.
   */
  troops: number;
  type: 'handed_in';
}
/**
 * Drafted troops were placed.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventPlaced".
 */
export interface BalanceOfPowerEventPlaced {
  colour: BalanceOfPowerColour;
  troops: BalanceOfPowerTerritoryCounts;
  type: 'placed';
}
/**
 * Dice were thrown that reconnaissance may still change.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventRolled".
 */
export interface BalanceOfPowerEventRolled {
  /**
   * The attacker's dice, in the order drawn.
   *
   * @minItems 1
   * @maxItems 3
   */
  attack: [number] | [number, number] | [number, number, number];
  /**
   * The defender's dice, in the order drawn.
   *
   * @minItems 1
   * @maxItems 3
   */
  defence: [number] | [number, number] | [number, number, number];
  from: BalanceOfPowerTerritory;
  to: BalanceOfPowerTerritory;
  type: 'rolled';
}
/**
 * Reconnaissance: an attack die was thrown again.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventRerolled".
 */
export interface BalanceOfPowerEventRerolled {
  /**
   * Its position in the roll, from 0.
   */
  die: number;
  /**
   * The value that it shows now.
   */
  now: number;
  type: 'rerolled';
  /**
   * The value that it showed before.
   */
  was: number;
}
/**
 * A roll was fought out.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventFought".
 */
export interface BalanceOfPowerEventFought {
  /**
   * The attacker's dice, in the order drawn.
   *
   * @minItems 1
   * @maxItems 3
   */
  attack: [number] | [number, number] | [number, number, number];
  /**
   * Troops the attacker lost.
   */
  attacker_lost: number;
  /**
   * The defender's dice, in the order drawn.
   *
   * @minItems 1
   * @maxItems 3
   */
  defence: [number] | [number, number] | [number, number, number];
  /**
   * Troops the defender lost.
   */
  defender_lost: number;
  from: BalanceOfPowerTerritory;
  to: BalanceOfPowerTerritory;
  type: 'fought';
}
/**
 * A territory has fallen.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventConquered".
 */
export interface BalanceOfPowerEventConquered {
  by: BalanceOfPowerOwner;
  of: BalanceOfPowerOwner;
  territory: BalanceOfPowerTerritory;
  type: 'conquered';
}
/**
 * Troops moved into the conquered territory.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventOccupied".
 */
export interface BalanceOfPowerEventOccupied {
  from: BalanceOfPowerTerritory;
  to: BalanceOfPowerTerritory;
  /**
   * The number of troops.
   */
  troops: number;
  type: 'occupied';
}
/**
 * An objective was collected.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventCollected".
 */
export interface BalanceOfPowerEventCollected {
  colour: BalanceOfPowerColour;
  objective: BalanceOfPowerObjective;
  type: 'collected';
}
/**
 * Troops moved.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventManoeuvred".
 */
export interface BalanceOfPowerEventManoeuvred {
  colour: BalanceOfPowerColour;
  from: BalanceOfPowerTerritory;
  to: BalanceOfPowerTerritory;
  /**
   * The number of troops.
   */
  troops: number;
  type: 'manoeuvred';
}
/**
 * An optional step was skipped.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventSkipped".
 */
export interface BalanceOfPowerEventSkipped {
  colour: BalanceOfPowerColour;
  step: BalanceOfPowerOptionalStep;
  type: 'skipped';
}
/**
 * The discards were shuffled into a new deck.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventDeckShuffled".
 */
export interface BalanceOfPowerEventDeckShuffled {
  /**
   * The number of cards.
   */
  cards: number;
  type: 'deck_shuffled';
}
/**
 * A player drew a card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventCardDrawn".
 */
export interface BalanceOfPowerEventCardDrawn {
  colour: BalanceOfPowerColour;
  type: 'card_drawn';
}
/**
 * The card drawn, for its owner alone.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventCardSeen".
 */
export interface BalanceOfPowerEventCardSeen {
  card: BalanceOfPowerCard;
  type: 'card_seen';
}
/**
 * The match is over.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerEventEnded".
 */
export interface BalanceOfPowerEventEnded {
  reason: BalanceOfPowerEndReason;
  type: 'ended';
  /**
   * The seat that won; absent when nobody did.
   */
  winner?: number | null;
}
/**
 * One that this server does not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "UnknownBalanceOfPowerEvent".
 */
export interface UnknownBalanceOfPowerEvent {
  type: string;
}
/**
 * The options of a room of Balance of Power.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerOptions".
 */
export interface BalanceOfPowerOptions {
  first?: BalanceOfPowerFirst;
  /**
   * Troops that one player has more at the beginning, on the capital, two for each step. A house rule
   * for players of unequal strength.
   */
  handicap?: number;
  handicap_for?: BalanceOfPowerFavouredSeat;
  /**
   * Turns of both players together; then the match ends without more.
   */
  max_turns?: number;
  /**
   * The places of troops, cities and capitals at the beginning, and the objectives. Map 3 is a good
   * first one.
   */
  setup?: number;
  version?: BalanceOfPowerVersion;
}
/**
 * The private view: everything that only one seat may see.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerPrivate".
 */
export interface BalanceOfPowerPrivate {
  /**
   * The seat's colour; null before it is chosen.
   */
  colour?: BalanceOfPowerColour | null;
  /**
   * Its hand, sorted.
   */
  hand: BalanceOfPowerCard[];
}
/**
 * The public view: everything that everybody may see.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerPublic".
 */
export interface BalanceOfPowerPublic {
  /**
   * The colour whose turn it is; null before the first.
   */
  active?: BalanceOfPowerColour | null;
  /**
   * The attacks open to the attacker now: in the attack step the attacks, in the support step
   * the neutral attacks; else empty.
   */
  attacks?: BalanceOfPowerAttackView[];
  /**
   * The objective collected this turn.
   */
  collected?: BalanceOfPowerObjective | null;
  /**
   * The colour of each seat; null before it is chosen.
   *
   * @minItems 2
   * @maxItems 2
   */
  colours: [BalanceOfPowerColour | null, BalanceOfPowerColour | null];
  /**
   * Charts and combat support; only in the Command Room.
   */
  command_room?: BalanceOfPowerCommandRoom | null;
  /**
   * `true` if a territory of the opponent's was conquered this turn, which earns a card.
   */
  conquered: boolean;
  /**
   * Cards in the deck.
   */
  deck: number;
  /**
   * Cards handed in and not yet shuffled again, sorted.
   */
  discards: BalanceOfPowerCard[];
  /**
   * `true` if cards were handed in this turn.
   */
  handed_in: boolean;
  /**
   * The room's handicap, if it has one.
   */
  handicap?: Handicap | null;
  /**
   * The last dice thrown this turn.
   */
  last_roll?: BalanceOfPowerLastRoll | null;
  /**
   * The turn after which the match ends.
   */
  max_turns: number;
  neutral: BalanceOfPowerNeutralView;
  /**
   * Objectives that lie face up and are not collected.
   */
  objectives: BalanceOfPowerObjective[];
  prompt: BalanceOfPowerPrompt;
  /**
   * The set-up of Basic Training; null in the Command Room.
   */
  setup?: number | null;
  /**
   * Red, then Blue.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [BalanceOfPowerSideView, BalanceOfPowerSideView];
  stage: BalanceOfPowerStage;
  /**
   * Every territory.
   */
  territories: {
    [k: string]: BalanceOfPowerTerritoryView;
  };
  /**
   * Counted over both players, from 1; 0 before the first turn.
   */
  turn: number;
  version: BalanceOfPowerVersion;
}
/**
 * An attack that may be made.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerAttackView".
 */
export interface BalanceOfPowerAttackView {
  /**
   * The chance that `attack_until` conquers, in ten-thousandths: the first for `stop_at` 1, and
   * so on up to one less than the troops in `from`. Empty if one of the two holds more than 200
   * troops.
   */
  chances: number[];
  /**
   * The most dice of a single roll.
   */
  dice: number;
  from: BalanceOfPowerTerritory;
  to: BalanceOfPowerTerritory;
}
/**
 * Parts that only the Command Room has.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCommandRoom".
 */
export interface BalanceOfPowerCommandRoom {
  charts: BalanceOfPowerCharts;
  /**
   * The seat that placed or places the map.
   */
  placer: number;
  /**
   * The sum that the two dice must reach for neutral resistance; null when the neutral chart is
   * empty.
   */
  resistance?: number | null;
  /**
   * The kinds of combat support.
   */
  support: BalanceOfPowerSupportView[];
}
/**
 * The charts of defeated troops.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerCharts".
 */
export interface BalanceOfPowerCharts {
  blue: BalanceOfPowerChartView;
  neutral: BalanceOfPowerChartView;
  red: BalanceOfPowerChartView;
}
/**
 * A chart of defeated troops.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerChartView".
 */
export interface BalanceOfPowerChartView {
  /**
   * The most it holds.
   */
  capacity: number;
  /**
   * Troops on it.
   */
  troops: number;
}
/**
 * A kind of combat support.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerSupportView".
 */
export interface BalanceOfPowerSupportView {
  /**
   * `true` if it still has an effect this turn.
   */
  active: boolean;
  /**
   * `true` if it was bought this turn.
   */
  bought: boolean;
  kind: BalanceOfPowerSupport;
  /**
   * Troops that it costs from the buyer's own chart.
   */
  price: number;
}
/**
 * The handicap of a match.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Handicap".
 */
export interface Handicap {
  /**
   * The seat that has the advantage.
   */
  seat: number;
  /**
   * The number of steps, from 1.
   */
  steps: number;
}
/**
 * In an attack.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerLastRollCombat".
 */
export interface BalanceOfPowerLastRollCombat {
  /**
   * The attacker's dice, in the order drawn.
   *
   * @minItems 1
   * @maxItems 3
   */
  attack: [number] | [number, number] | [number, number, number];
  /**
   * Troops the attacker lost; absent while reconnaissance may change the roll.
   */
  attacker_lost?: number | null;
  /**
   * The defender's dice, in the order drawn.
   *
   * @minItems 1
   * @maxItems 3
   */
  defence: [number] | [number, number] | [number, number, number];
  /**
   * Troops the defender lost; absent while reconnaissance may change the roll.
   */
  defender_lost?: number | null;
  from: BalanceOfPowerTerritory;
  kind: 'combat';
  to: BalanceOfPowerTerritory;
}
/**
 * For neutral resistance.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerLastRollResistance".
 */
export interface BalanceOfPowerLastRollResistance {
  /**
   * The two dice.
   *
   * @minItems 1
   * @maxItems 3
   */
  dice: [number] | [number, number] | [number, number, number];
  kind: 'resistance';
  /**
   * The sum that the dice had to reach.
   */
  needed: number;
}
/**
 * The neutral army.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerNeutralView".
 */
export interface BalanceOfPowerNeutralView {
  /**
   * Territories held.
   */
  territories: number;
  /**
   * Troops on the map.
   */
  troops: number;
}
/**
 * The question asked.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerPrompt".
 */
export interface BalanceOfPowerPrompt {
  /**
   * The territory that attacks (`reroll`, `occupy`).
   */
  from?: BalanceOfPowerTerritory | null;
  kind: BalanceOfPowerPromptKind;
  /**
   * The fewest troops: 1 in the draft, all in `return_troops`, the dice of the roll in `occupy`.
   */
  least?: number | null;
  /**
   * The most troops: those left to place, to return, or to move.
   */
  most?: number | null;
  /**
   * The seat asked; absent when nobody is.
   */
  seat?: number | null;
  /**
   * The territory attacked (`reroll`, `occupy`).
   */
  to?: BalanceOfPowerTerritory | null;
}
/**
 * One player's side.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerSideView".
 */
export interface BalanceOfPowerSideView {
  /**
   * Capitals held, whosever they are.
   */
  capitals: BalanceOfPowerColour[];
  /**
   * Cities held.
   */
  cities: number;
  /**
   * Objectives collected, sorted.
   */
  collected: BalanceOfPowerObjective[];
  colour: BalanceOfPowerColour;
  draft: BalanceOfPowerDraftView;
  /**
   * Objectives face up that are fulfilled as the map stands, sorted.
   */
  fulfilled: BalanceOfPowerObjective[];
  /**
   * Cards in hand.
   */
  hand: number;
  /**
   * The seat that plays it; null before it is chosen.
   */
  seat?: number | null;
  /**
   * Territories held.
   */
  territories: number;
  /**
   * Troops on the map.
   */
  troops: number;
}
/**
 * The troops that a draft earns.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerDraftView".
 */
export interface BalanceOfPowerDraftView {
  /**
   * A third of territories and cities, at least 3.
   */
  base: number;
  /**
   * One for each capital held.
   */
  capitals: number;
  /**
   * The bonus of each region held whole.
   */
  regions: BalanceOfPowerRegionBonus[];
  /**
   * Everything together.
   */
  total: number;
}
/**
 * A region held whole.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerRegionBonus".
 */
export interface BalanceOfPowerRegionBonus {
  /**
   * Troops it earns.
   */
  bonus: number;
  region: BalanceOfPowerRegion;
}
/**
 * A territory.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "BalanceOfPowerTerritoryView".
 */
export interface BalanceOfPowerTerritoryView {
  /**
   * The colour whose capital is here.
   */
  capital?: BalanceOfPowerColour | null;
  /**
   * `true` if a city lies here.
   */
  city: boolean;
  owner: BalanceOfPowerOwner;
  region: BalanceOfPowerRegion;
  /**
   * `true` if the terrain is rough: at most two dice attack into it.
   */
  rough: boolean;
  /**
   * The site that lies here.
   */
  site?: BalanceOfPowerSite | null;
  /**
   * The number of troops; 0 only before the map is placed.
   */
  troops: number;
}
/**
 * The first message: takes a seat, or watches.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessageHello".
 */
export interface ClientMessageHello {
  /**
   * The last `seq` that the client has.
   */
  after?: number | null;
  /**
   * The seat's token; a client without one watches.
   */
  token?: string | null;
  type: 'hello';
}
/**
 * In the lobby: this seat is ready.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessageReady".
 */
export interface ClientMessageReady {
  /**
   * A commitment to this seat's entropy (64 hex digits).
   */
  commitment?: string | null;
  /**
   * The client's id of this message; with one it is answered by `accepted` or `rejected`.
   */
  id?: string | null;
  type: 'ready';
}
/**
 * Opens the commitment while the room is sealing.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessageReveal".
 */
export interface ClientMessageReveal {
  /**
   * The seat's entropy (64 hex digits).
   */
  entropy: string;
  /**
   * The client's id of this message; with one it is answered by `accepted` or `rejected`.
   */
  id?: string | null;
  type: 'reveal';
}
/**
 * A move.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessageCommand".
 */
export interface ClientMessageCommand {
  /**
   * The game's command.
   */
  command: {
    [k: string]: unknown;
  };
  /**
   * The decision it answers.
   */
  decision: number;
  /**
   * The client's id of this command; a repeated id gets the first answer again.
   */
  id: string;
  type: 'command';
}
/**
 * Takes entries back.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessageUndo".
 */
export interface ClientMessageUndo {
  /**
   * The client's id of this message.
   */
  id: string;
  /**
   * The `seq` to go back to.
   */
  to: number;
  type: 'undo';
}
/**
 * Gives up the match.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessageResign".
 */
export interface ClientMessageResign {
  /**
   * The client's id of this message.
   */
  id: string;
  type: 'resign';
}
/**
 * Ends a match whose awaited opponent has been away for too long.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessageClaim".
 */
export interface ClientMessageClaim {
  /**
   * The client's id of this message.
   */
  id: string;
  outcome: ClaimOutcome;
  type: 'claim';
}
/**
 * Asks to pause a timed match, or to go on.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessagePause".
 */
export interface ClientMessagePause {
  /**
   * The client's id of this message.
   */
  id: string;
  type: 'pause';
  /**
   * `true` to pause, `false` to go on.
   */
  want: boolean;
}
/**
 * Answers another seat's request; withdraws one's own.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessageConsent".
 */
export interface ClientMessageConsent {
  /**
   * Yes or no.
   */
  agree: boolean;
  /**
   * The client's id of this message.
   */
  id: string;
  /**
   * The request.
   */
  request: string;
  type: 'consent';
}
/**
 * Asks what a mind would do.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessageHint".
 */
export interface ClientMessageHint {
  /**
   * The decision that it is about.
   */
  decision: number;
  /**
   * The client's id of this message.
   */
  id: string;
  type: 'hint';
}
/**
 * Asks what a command would change.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessagePreview".
 */
export interface ClientMessagePreview {
  /**
   * The game's command.
   */
  command: {
    [k: string]: unknown;
  };
  /**
   * The decision that it would answer.
   */
  decision: number;
  /**
   * The client's id of this message.
   */
  id: string;
  type: 'preview';
}
/**
 * Goes through a lesson.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessageLesson".
 */
export interface ClientMessageLesson {
  go: LessonGo;
  /**
   * The client's id of this message.
   */
  id: string;
  /**
   * The step that it is about.
   */
  step: number;
  type: 'lesson';
}
/**
 * Asks the others whether a guest may coach this seat; or ends that.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessageCoach".
 */
export interface ClientMessageCoach {
  /**
   * The client's id of this message.
   */
  id: string;
  type: 'coach';
  /**
   * `true` to ask, `false` to end it.
   */
  want: boolean;
}
/**
 * A coach points at things of the table, for the pupil alone.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessagePoint".
 */
export interface ClientMessagePoint {
  /**
   * The things, by the view's own identifiers: at most 8 of at most 64 characters; none points at
   * nothing any more.
   *
   * @maxItems 8
   */
  at:
    | []
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string];
  /**
   * A line beside it, at most 500 characters.
   */
  text?: string | null;
  type: 'point';
}
/**
 * A line of chat.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessageChat".
 */
export interface ClientMessageChat {
  /**
   * The line, at most 500 characters.
   */
  text: string;
  type: 'chat';
}
/**
 * Asks for a `pong`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ClientMessagePing".
 */
export interface ClientMessagePing {
  /**
   * Comes back unchanged.
   */
  nonce: number;
  type: 'ping';
}
/**
 * The message has become an entry of the log, or has done what it says without one.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ServerMessageAccepted".
 */
export interface ServerMessageAccepted {
  /**
   * The client's id.
   */
  id: string;
  /**
   * The entry it became; for a message that made none, the last entry the sender may know of,
   * and 0 before the match.
   */
  seq: number;
  type: 'accepted';
}
/**
 * The command was refused; nothing changed.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ServerMessageRejected".
 */
export interface ServerMessageRejected {
  code: Code;
  /**
   * The reason, for people.
   */
  detail: string;
  /**
   * The client's id.
   */
  id: string;
  /**
   * `true` if something else came first: another seat, the clock, or an answer that closed the
   * question. The newest update says what is possible now.
   */
  raced?: boolean;
  /**
   * The delay after which trying again may help, in milliseconds.
   */
  retry_after_ms?: number | null;
  /**
   * The rule it rests on.
   */
  rule?: string | null;
  type: 'rejected';
}
/**
 * The component data of a match of Europe.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeData".
 */
export interface EuropeData {
  citizens: EuropeCitizenFile;
  countries: EuropeCountryFile;
  counts: EuropeCountFile;
  crises: EuropeCrisisFile;
  resources: EuropeResourceFile;
}
/**
 * `citizens.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCitizenFile".
 */
export interface EuropeCitizenFile {
  /**
   * Citizens: what each needs, pays, and how many copies each citizen deck has.
   */
  citizen: EuropeCitizenRow[];
}
/**
 * A type of citizen.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCitizenRow".
 */
export interface EuropeCitizenRow {
  /**
   * The coin that it pays when met.
   */
  coin: number;
  copies: EuropeCopies;
  copies_source: Source;
  id: EuropeCitizenKind;
  /**
   * Its name.
   */
  name: string;
  needs: EuropeResourceCounts;
  source: Source;
}
/**
 * The number of copies of a citizen in each deck.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCopies".
 */
export interface EuropeCopies {
  /**
   * The gentle deck.
   */
  gentle: number;
  /**
   * The deck of the printed types alone.
   */
  seed_only: number;
  /**
   * The standard deck.
   */
  standard: number;
}
/**
 * The positive counts of each; those with none are left out.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeResourceCounts".
 */
export type EuropeResourceCounts = {
  cloth?: number;
  dyes?: number;
  fuel?: number;
  grain?: number;
  livestock?: number;
  materials?: number;
  water?: number;
}
/**
 * `countries.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCountryFile".
 */
export interface EuropeCountryFile {
  /**
   * The member states; without effect on the game.
   */
  country: EuropeCountryRow[];
}
/**
 * A member state.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCountryRow".
 */
export interface EuropeCountryRow {
  id: EuropeCountry;
  /**
   * Its name.
   */
  name: string;
  source: Source;
}
/**
 * `counts.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCountFile".
 */
export interface EuropeCountFile {
  /**
   * Counts that a room cannot choose.
   */
  count: EuropeCountRow[];
}
/**
 * A count that a room cannot choose.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCountRow".
 */
export interface EuropeCountRow {
  id: EuropeCount;
  source: Source;
  /**
   * The subject of the count, in words.
   */
  text: string;
  /**
   * The number.
   */
  value: number;
}
/**
 * `crises.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCrisisFile".
 */
export interface EuropeCrisisFile {
  /**
   * Crises: a directive stays, a disaster lasts a round.
   */
  crisis: EuropeCrisisRow[];
}
/**
 * A crisis card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCrisisRow".
 */
export interface EuropeCrisisRow {
  /**
   * The coin that every player gets with it.
   */
  bonus: number;
  effect: EuropeEffect;
  effect_source?: Source | null;
  id: EuropeCrisis;
  kind: EuropeCrisisKind;
  /**
   * Absent, as `effect_source`, in the data of matches that began without them.
   */
  kind_source?: Source | null;
  /**
   * Its name.
   */
  name: string;
  /**
   * `true` if it is in the deck of the printed crises alone.
   */
  seed_only: boolean;
  source: Source;
  /**
   * The effect in words.
   */
  text: string;
}
/**
 * Locks cubes of the kinds of each player's own starting cards.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEffectStockpile".
 */
export interface EuropeEffectStockpile {
  /**
   * The number of cubes for each card.
   */
  cubes_a_card: number;
  do: 'stockpile';
}
/**
 * Owes the supply cubes of the kind of each of the player's own starting cards.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEffectStartingCards".
 */
export interface EuropeEffectStartingCards {
  /**
   * The number of cubes for each card.
   */
  cubes_a_card: number;
  do: 'starting_cards';
}
/**
 * Owes the supply cubes.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEffectCubes".
 */
export interface EuropeEffectCubes {
  cubes: EuropeResourceCounts;
  do: 'cubes';
}
/**
 * Owes the player on the left cubes of any kinds.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEffectNeighbour".
 */
export interface EuropeEffectNeighbour {
  /**
   * The number of cubes.
   */
  count: number;
  do: 'neighbour';
}
/**
 * Owes the bank coin.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEffectCoin".
 */
export interface EuropeEffectCoin {
  /**
   * The coin.
   */
  coin: number;
  do: 'coin';
}
/**
 * Owes the supply cubes, or the bank coin.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEffectCubesOrCoin".
 */
export interface EuropeEffectCubesOrCoin {
  /**
   * The coin.
   */
  coin: number;
  cubes: EuropeResourceCounts;
  do: 'cubes_or_coin';
}
/**
 * Owes the supply half of what is held of a resource, rounded up.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEffectHalf".
 */
export interface EuropeEffectHalf {
  do: 'half';
  resource: EuropeResource;
}
/**
 * Is dealt one more citizen.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEffectCitizen".
 */
export interface EuropeEffectCitizen {
  do: 'citizen';
}
/**
 * Placating takes more on the dice.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEffectPlacating".
 */
export interface EuropeEffectPlacating {
  do: 'placating';
  /**
   * The increase.
   */
  harder: number;
}
/**
 * Some of the dealt citizens are kept.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEffectKeep".
 */
export interface EuropeEffectKeep {
  /**
   * The fewest.
   */
  at_least: number;
  do: 'keep';
}
/**
 * The bank is closed and coin is not traded.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEffectNoCoinTrade".
 */
export interface EuropeEffectNoCoinTrade {
  do: 'no_coin_trade';
}
/**
 * `resources.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeResourceFile".
 */
export interface EuropeResourceFile {
  /**
   * Resource cards.
   */
  resource: EuropeResourceRow[];
}
/**
 * A printed resource card and its copies.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeResourceRow".
 */
export interface EuropeResourceRow {
  /**
   * The cards that are copies of it.
   */
  copies: EuropeResourceCard[];
  /**
   * Cubes in its first round.
   */
  first: number;
  /**
   * Cubes in each later round.
   */
  later: number;
  resource: EuropeResource;
  source: Source;
  /**
   * `true` if it is one of the cards that players start with.
   */
  starting: boolean;
}
/**
 * The component data of a match of Europe Divided.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedData".
 */
export interface EuropeDividedData {
  cards: EuropeDividedCardFile;
  editions: EuropeDividedEditionFile;
  headlines: EuropeDividedHeadlineFile;
  map: EuropeDividedMapFile;
  turns: EuropeDividedTurnFile;
}
/**
 * `cards.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCardFile".
 */
export interface EuropeDividedCardFile {
  /**
   * Action Cards.
   */
  action: EuropeDividedActionRow[];
  /**
   * Advantage Cards.
   */
  advantage: EuropeDividedAdvantageRow[];
  /**
   * Sea Cards.
   */
  sea: EuropeDividedSeaRow[];
}
/**
 * An Action Card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedActionRow".
 */
export interface EuropeDividedActionRow {
  /**
   * Its symbols, of which one is taken.
   */
  actions: EuropeDividedSymbolRow[];
  /**
   * The space in which it builds, if not its own.
   */
  build_in?: EuropeDividedSpace | null;
  group: EuropeDividedGroup;
  id: EuropeDividedActionCard;
  /**
   * Its initiative.
   */
  initiative: number;
  initiative_source: Source;
  /**
   * Its name.
   */
  name: string;
  name_source: Source;
  /**
   * Its number.
   */
  no: number;
  /**
   * Its space, if it has one.
   */
  region?: EuropeDividedSpace | null;
  side: EuropeDividedSide;
  /**
   * Its named `[Action]`, if it has one.
   */
  special?: EuropeDividedSpecial | null;
  /**
   * Its text, if it has one.
   */
  text?: string | null;
  /**
   * The basis of the text.
   */
  text_note?: string | null;
  text_source?: Source | null;
  /**
   * Its Effects and Reactions.
   */
  window?: EuropeDividedWindow[];
}
/**
 * A symbol of an Action Card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedSymbolRow".
 */
export interface EuropeDividedSymbolRow {
  action: EuropeDividedSymbolKind;
  /**
   * The number on it, if it has one.
   */
  amount?: number;
  power: EuropeDividedPower;
  source: Source;
}
/**
 * An Effect or a Reaction.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedWindow".
 */
export interface EuropeDividedWindow {
  kind: EuropeDividedWindowKind;
  /**
   * The things that may be done.
   */
  parts: EuropeDividedPart[];
  /**
   * Powers of which one must have a 6 in the card's region; any may, if none is named.
   */
  six?: EuropeDividedPower[];
  when: EuropeDividedWhen;
}
/**
 * Places or increases influence.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedPartInfluence".
 */
export interface EuropeDividedPartInfluence {
  /**
   * By how much.
   */
  add: number;
  /**
   * Up to this value.
   */
  cap: number;
  do: 'influence';
  /**
   * `true` if only powers with a 6 may.
   */
  only_powers_with_six?: boolean;
  place: EuropeDividedPlacing;
  /**
   * The powers of which one's die is changed.
   */
  powers: EuropeDividedPower[];
  /**
   * The regions of which one is chosen.
   */
  regions: EuropeDividedRegion[];
}
/**
 * Builds an army.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedPartBuild".
 */
export interface EuropeDividedPartBuild {
  do: 'build';
  space: EuropeDividedSpace;
}
/**
 * Moves an army.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedPartMoveTo".
 */
export interface EuropeDividedPartMoveTo {
  do: 'move_to';
  space: EuropeDividedSpace;
}
/**
 * Gains money.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedPartGainMoney".
 */
export interface EuropeDividedPartGainMoney {
  /**
   * The amount.
   */
  amount: number;
  do: 'gain_money';
}
/**
 * An Advantage Card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedAdvantageRow".
 */
export interface EuropeDividedAdvantageRow {
  id: EuropeDividedAdvantageCard;
  /**
   * The money that it is sold for in each edition.
   */
  money: {
    [k: string]: number;
  };
  money_source: {
    [k: string]: Source;
  };
  /**
   * Its name.
   */
  name: string;
  name_source: Source;
  /**
   * Its number.
   */
  no: number;
  side: EuropeDividedSide;
  /**
   * Its text.
   */
  text: string;
  /**
   * The basis of the text.
   */
  text_note?: string | null;
  text_source: Source;
  when: EuropeDividedAdvantageTime;
}
/**
 * A Sea Card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedSeaRow".
 */
export interface EuropeDividedSeaRow {
  /**
   * The money that the EU gains.
   */
  eu_money: number;
  /**
   * The EU's use of it.
   */
  eu_text: string;
  id: EuropeDividedSea;
  /**
   * The least sum that holds it.
   */
  minimum: number;
  /**
   * Its name.
   */
  name: string;
  /**
   * The space in which NATO builds.
   */
  nato_build_in?: EuropeDividedSpace | null;
  /**
   * The spaces that NATO may move from.
   */
  nato_from?: EuropeDividedSpace[];
  /**
   * NATO's use of it.
   */
  nato_text: string;
  /**
   * Its number.
   */
  no: number;
  /**
   * The basis of the source.
   */
  note?: string | null;
  /**
   * The regions whose dice decide who holds it.
   */
  regions: EuropeDividedRegion[];
  /**
   * The price of an army that Russia builds.
   */
  russia_build_cost?: number;
  /**
   * The space in which Russia builds.
   */
  russia_build_in?: EuropeDividedSpace | null;
  /**
   * The space that Russia moves from.
   */
  russia_from?: EuropeDividedSpace | null;
  /**
   * Russia's use of it.
   */
  russia_text: string;
  /**
   * The spaces that Russia may move to.
   */
  russia_to?: EuropeDividedSpace[];
  source: Source;
  /**
   * The order of precedence in a tie.
   *
   * @minItems 3
   * @maxItems 3
   */
  ties: [EuropeDividedPower, EuropeDividedPower, EuropeDividedPower];
}
/**
 * `editions.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEditionFile".
 */
export interface EuropeDividedEditionFile {
  /**
   * Differences between the printed editions.
   */
  edition: EuropeDividedEditionRow[];
}
/**
 * The rules in which an edition differs.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEditionRow".
 */
export interface EuropeDividedEditionRow {
  advantage_not_chosen: EuropeDividedNotChosen;
  id: EuropeDividedEdition;
  increase: EuropeDividedIncreaseRule;
  prestige_of_cards: EuropeDividedCardPrestige;
  reshuffle: EuropeDividedReshuffle;
  reshuffle_source: Source;
  source: Source;
  /**
   * The money that each side starts with.
   */
  start_money: {
    [k: string]: number;
  };
}
/**
 * `headlines.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedHeadlineFile".
 */
export interface EuropeDividedHeadlineFile {
  /**
   * Conditions that headlines name.
   */
  condition: EuropeDividedConditionRow[];
  /**
   * Headlines.
   */
  headline: EuropeDividedHeadlineRow[];
}
/**
 * A condition in words.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedConditionRow".
 */
export interface EuropeDividedConditionRow {
  id: EuropeDividedCondition;
  source: Source;
  /**
   * Its words.
   */
  text: string;
}
/**
 * A headline.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedHeadlineRow".
 */
export interface EuropeDividedHeadlineRow {
  banner: EuropeDividedSide;
  condition: EuropeDividedCondition;
  /**
   * The historical event.
   */
  fact: string;
  id: EuropeDividedHeadline;
  /**
   * The spaces that it puts money tokens on.
   */
  money_tokens: EuropeDividedSpace[];
  /**
   * Its name.
   */
  name: string;
  /**
   * Its number.
   */
  no: number;
  /**
   * Its period.
   */
  period: number;
  /**
   * The prestige that it is worth.
   */
  prestige: number;
  /**
   * The regions that it concerns.
   */
  regions: EuropeDividedRegion[];
  source: EuropeDividedHeadlineSource;
}
/**
 * The source of the values of a headline.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedHeadlineSource".
 */
export interface EuropeDividedHeadlineSource {
  banner: Source;
  condition: Source;
  money_tokens: Source;
  name: Source;
  no: Source;
  period: Source;
  prestige: Source;
  regions: Source;
}
/**
 * `map.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedMapFile".
 */
export interface EuropeDividedMapFile {
  /**
   * Pairs of spaces that border each other.
   */
  edge: EuropeDividedEdgeRow[];
  /**
   * Regions and places of the board.
   */
  space: EuropeDividedSpaceRow[];
}
/**
 * Two spaces that border each other.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEdgeRow".
 */
export interface EuropeDividedEdgeRow {
  a: EuropeDividedSpace;
  b: EuropeDividedSpace;
  /**
   * The basis of the source.
   */
  basis: string;
  source: Source;
}
/**
 * A space of the board.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedSpaceRow".
 */
export interface EuropeDividedSpaceRow {
  /**
   * `true` if it borders Russia.
   */
  borders_russia?: boolean | null;
  borders_russia_source?: Source | null;
  id: EuropeDividedSpace;
  kind: EuropeDividedSpaceKind;
  /**
   * Its name.
   */
  name: string;
  source: Source;
  /**
   * `true` if an army is there at the start.
   */
  start_army?: boolean | null;
  start_army_source?: Source | null;
}
/**
 * `turns.toml`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedTurnFile".
 */
export interface EuropeDividedTurnFile {
  /**
   * The turns, their steps and what is drawn.
   */
  turn: EuropeDividedTurnRow[];
}
/**
 * A turn.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedTurnRow".
 */
export interface EuropeDividedTurnRow {
  /**
   * Headlines that each side discards.
   */
  discard_each: number;
  /**
   * Headlines that each side draws.
   */
  draw_each: number;
  /**
   * The steps at the end of the turn.
   */
  end_of_turn: EuropeDividedEndStep[];
  /**
   * Its period.
   */
  period: number;
  source: Source;
  /**
   * The steps of its headlines.
   */
  steps: EuropeDividedHeadlineStep[];
  /**
   * Its number, from 1.
   */
  turn: number;
}
/**
 * `POST /api/v1/rooms`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "CreateRoom".
 */
export interface CreateRoom {
  /**
   * The absence of an awaited opponent after which one may claim, in milliseconds.
   */
  absence_ms?: number | null;
  entropy?: Entropy;
  /**
   * The game's id.
   */
  game: string;
  hints?: Hints;
  /**
   * `true` if strangers see the room in the list.
   */
  listed?: boolean;
  /**
   * The creator's name.
   */
  name: string;
  /**
   * The game's options; missing ones take their defaults.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * Given by a program that creates the room.
   */
  program?: Program | null;
  /**
   * The seat the creator wants; default the first.
   */
  seat?: SeatPreference | null;
  spectators?: Spectators;
}
/**
 * A program's words about itself, when it takes a seat: everybody in the room sees them.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Program".
 */
export interface Program {
  /**
   * A way to reach its author: an address on the web, a mail address, a name on a platform.
   */
  contact: string;
  /**
   * Its strength, in its author's words.
   */
  level?: string | null;
}
/**
 * Takes a country, before round 1.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandCountry".
 */
export interface EuropeCommandCountry {
  code: EuropeCountry;
  type: 'country';
}
/**
 * Keeps citizens of those dealt, and reveals the dealt resource card or not (secret until all
 * have chosen; final).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandChoose".
 */
export interface EuropeCommandChoose {
  /**
   * The one of them kept face down; absent when none is.
   */
  hidden?: EuropeCitizen | null;
  /**
   * The citizens kept.
   */
  keep: EuropeCitizen[];
  /**
   * `true` if the resource card is revealed.
   */
  reveal_resource: boolean;
  type: 'choose';
}
/**
 * Offers a trade to other seats.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandOfferCreate".
 */
export interface EuropeCommandOfferCreate {
  give: EuropeGoodCounts;
  /**
   * The seats that may accept, each once; all others for an offer to everybody.
   */
  to: number[];
  type: 'offer_create';
  want: EuropeGoodCounts;
}
/**
 * The positive counts of each; those with none are left out.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeGoodCounts".
 */
export type EuropeGoodCounts = {
  cloth?: number;
  coin?: number;
  dyes?: number;
  fuel?: number;
  grain?: number;
  livestock?: number;
  materials?: number;
  water?: number;
}
/**
 * Answers an offer with another one, to the seat that made it alone.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandOfferCounter".
 */
export interface EuropeCommandOfferCounter {
  give: EuropeGoodCounts;
  /**
   * The offer answered.
   */
  offer_id: number;
  type: 'offer_counter';
  want: EuropeGoodCounts;
}
/**
 * Accepts an offer: the swap happens at once.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandOfferAccept".
 */
export interface EuropeCommandOfferAccept {
  /**
   * The offer.
   */
  offer_id: number;
  type: 'offer_accept';
}
/**
 * Turns an offer down.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandOfferDecline".
 */
export interface EuropeCommandOfferDecline {
  /**
   * The offer.
   */
  offer_id: number;
  type: 'offer_decline';
}
/**
 * Withdraws one of the seat's own offers.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandOfferCancel".
 */
export interface EuropeCommandOfferCancel {
  /**
   * The offer.
   */
  offer_id: number;
  type: 'offer_cancel';
}
/**
 * Buys cubes from the bank.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandBankBuy".
 */
export interface EuropeCommandBankBuy {
  cubes: EuropeResourceCounts;
  type: 'bank_buy';
}
/**
 * Turns the seat's face-down resource card up.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandRevealResource".
 */
export interface EuropeCommandRevealResource {
  type: 'reveal_resource';
}
/**
 * Turns the seat's face-down citizen up.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandRevealCitizen".
 */
export interface EuropeCommandRevealCitizen {
  id: EuropeCitizen;
  type: 'reveal_citizen';
}
/**
 * Draws three citizens to choose from.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandDrawCitizens".
 */
export interface EuropeCommandDrawCitizens {
  type: 'draw_citizens';
}
/**
 * Keeps citizens of those drawn.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandChooseDrawn".
 */
export interface EuropeCommandChooseDrawn {
  /**
   * The one of them kept face down; absent when none is.
   */
  hidden?: EuropeCitizen | null;
  /**
   * The citizens kept.
   */
  keep: EuropeCitizen[];
  type: 'choose_drawn';
}
/**
 * Rapid Development: buys a resource card of the market.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandDevelop".
 */
export interface EuropeCommandDevelop {
  card_id: EuropeResourceCard;
  /**
   * Its slot, from 0.
   */
  slot: number;
  type: 'develop';
}
/**
 * Rapid Development: buys the top resource card of the deck, unseen.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandDevelopBlind".
 */
export interface EuropeCommandDevelopBlind {
  type: 'develop_blind';
}
/**
 * Pays a debt of a crisis, in part or whole.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandSettleCrisis".
 */
export interface EuropeCommandSettleCrisis {
  /**
   * Coin paid.
   */
  coin: number;
  crisis_id: EuropeCrisis;
  cubes: EuropeResourceCounts;
  type: 'settle_crisis';
}
/**
 * Says that this seat wants nothing more before the next crisis or the end of the round.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandReady".
 */
export interface EuropeCommandReady {
  /**
   * Ready, or no longer.
   */
  ready: boolean;
  type: 'ready';
}
/**
 * Assigns cubes to citizens (secret until all have; final).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCommandAllocate".
 */
export interface EuropeCommandAllocate {
  /**
   * Every citizen of the seat's once, in the order of the view.
   */
  cards: EuropeAllotment[];
  type: 'allocate';
}
/**
 * The cubes assigned to one citizen.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeAllotment".
 */
export interface EuropeAllotment {
  cubes: EuropeResourceCounts;
  id: EuropeCitizen;
  reward: EuropeReward;
}
/**
 * Keeps two of the three Advantage Cards drawn (secret until both have chosen).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandKeepAdvantages".
 */
export interface EuropeDividedCommandKeepAdvantages {
  /**
   * The two kept.
   *
   * @minItems 2
   * @maxItems 2
   */
  keep: [EuropeDividedAdvantageCard, EuropeDividedAdvantageCard];
  type: 'keep_advantages';
}
/**
 * Uses Council Meeting before the initiative: discards two Action Cards face down.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandCouncilMeeting".
 */
export interface EuropeDividedCommandCouncilMeeting {
  /**
   * The two discarded.
   *
   * @minItems 2
   * @maxItems 2
   */
  discard: [EuropeDividedActionCard, EuropeDividedActionCard];
  type: 'council_meeting';
}
/**
 * Takes two Action Cards from deck and discards, after Council Meeting.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandTakeCards".
 */
export interface EuropeDividedCommandTakeCards {
  /**
   * The two taken.
   *
   * @minItems 2
   * @maxItems 2
   */
  take: [EuropeDividedActionCard, EuropeDividedActionCard];
  type: 'take_cards';
}
/**
 * Uses Cyber Attack before the initiative: sees Europe's four Action Cards.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandCyberAttack".
 */
export interface EuropeDividedCommandCyberAttack {
  type: 'cyber_attack';
}
/**
 * Locks two Action Cards for the turn, for good.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandLockInitiative".
 */
export interface EuropeDividedCommandLockInitiative {
  /**
   * The two locked.
   *
   * @minItems 2
   * @maxItems 2
   */
  cards: [EuropeDividedActionCard, EuropeDividedActionCard];
  type: 'lock_initiative';
}
/**
 * Reveals one of the locked cards, to take one of its actions.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandPlay".
 */
export interface EuropeDividedCommandPlay {
  card: EuropeDividedActionCard;
  type: 'play';
}
/**
 * Takes no action with the revealed card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandPass".
 */
export interface EuropeDividedCommandPass {
  type: 'pass';
}
/**
 * Places an influence die of value 1.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandPlaceInfluence".
 */
export interface EuropeDividedCommandPlaceInfluence {
  power: EuropeDividedPower;
  region: EuropeDividedRegion;
  type: 'place_influence';
}
/**
 * Raises a die by exactly `amount`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandIncreaseInfluence".
 */
export interface EuropeDividedCommandIncreaseInfluence {
  /**
   * By how much the die rises.
   */
  amount: number;
  power: EuropeDividedPower;
  region: EuropeDividedRegion;
  type: 'increase_influence';
}
/**
 * Lowers an opposing die of 6 to 5.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandLowerInfluence".
 */
export interface EuropeDividedCommandLowerInfluence {
  power: EuropeDividedPower;
  region: EuropeDividedRegion;
  type: 'lower_influence';
}
/**
 * Gains money.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandGainMoney".
 */
export interface EuropeDividedCommandGainMoney {
  type: 'gain_money';
}
/**
 * Builds an army.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandBuildArmy".
 */
export interface EuropeDividedCommandBuildArmy {
  space: EuropeDividedSpace;
  type: 'build_army';
}
/**
 * Moves one army along the cheapest legal route.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandMoveArmy".
 */
export interface EuropeDividedCommandMoveArmy {
  from: EuropeDividedSpace;
  to: EuropeDividedSpace;
  type: 'move_army';
}
/**
 * News Media's action: up to three +1 increases follow.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandPropaganda".
 */
export interface EuropeDividedCommandPropaganda {
  type: 'propaganda';
}
/**
 * Hungary's action: +2 in Czechia and Slovakia and +2 in Poland.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandVisegradGroup".
 */
export interface EuropeDividedCommandVisegradGroup {
  czechia_slovakia: EuropeDividedPower;
  poland: EuropeDividedPower;
  type: 'visegrad_group';
}
/**
 * Ends a series of steps early (Propaganda, Snap Exercise).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandDone".
 */
export interface EuropeDividedCommandDone {
  type: 'done';
}
/**
 * Does not use an Effect or a Reaction.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandDecline".
 */
export interface EuropeDividedCommandDecline {
  type: 'decline';
}
/**
 * Uses an Advantage Card for its special action.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandUseAdvantage".
 */
export interface EuropeDividedCommandUseAdvantage {
  card: EuropeDividedAdvantageCard;
  type: 'use_advantage';
}
/**
 * Discards an Advantage Card for money.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandSellAdvantage".
 */
export interface EuropeDividedCommandSellAdvantage {
  card: EuropeDividedAdvantageCard;
  type: 'sell_advantage';
}
/**
 * Puts the EU fracture marker on one of Europe's regions.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandFracture".
 */
export interface EuropeDividedCommandFracture {
  space: EuropeDividedSpace;
  type: 'fracture';
}
/**
 * Uses the Baltic Sea Card to move an army.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandSeaMove".
 */
export interface EuropeDividedCommandSeaMove {
  from: EuropeDividedSpace;
  to: EuropeDividedSpace;
  type: 'sea_move';
}
/**
 * Uses the Black Sea Card to build an army in the Black Sea.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandSeaBuild".
 */
export interface EuropeDividedCommandSeaBuild {
  type: 'sea_build';
}
/**
 * Ends the side's segment, after both cards were played.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandEndSegment".
 */
export interface EuropeDividedCommandEndSegment {
  type: 'end_segment';
}
/**
 * Places a headline (secret until both have chosen).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCommandPlaceHeadline".
 */
export interface EuropeDividedCommandPlaceHeadline {
  headline: EuropeDividedHeadline;
  type: 'place_headline';
}
/**
 * The match is set up.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventSetUp".
 */
export interface EuropeDividedEventSetUp {
  edition: EuropeDividedEdition;
  type: 'set_up';
}
/**
 * A side begins with prestige, as the room's handicap says.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventHandicapGiven".
 */
export interface EuropeDividedEventHandicapGiven {
  /**
   * The prestige.
   */
  prestige: number;
  side: EuropeDividedSide;
  type: 'handicap_given';
}
/**
 * Both sides have chosen their Advantage Cards.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventAdvantagesKept".
 */
export interface EuropeDividedEventAdvantagesKept {
  type: 'advantages_kept';
}
/**
 * A turn begins.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventTurnBegan".
 */
export interface EuropeDividedEventTurnBegan {
  /**
   * 1 to 20.
   */
  turn: number;
  type: 'turn_began';
}
/**
 * Both sides have locked; the sums are announced.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventInitiativeRevealed".
 */
export interface EuropeDividedEventInitiativeRevealed {
  /**
   * The sum of Europe's two cards.
   */
  europe: number;
  first: EuropeDividedSide;
  /**
   * The sum of Russia's two cards.
   */
  russia: number;
  type: 'initiative_revealed';
}
/**
 * Council Meeting was used before the initiative; a card taken from the open discards shows.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventCouncilMet".
 */
export interface EuropeDividedEventCouncilMet {
  /**
   * The first card taken from the open discards.
   */
  first_open?: EuropeDividedActionCard | null;
  /**
   * The second card taken from the open discards.
   */
  second_open?: EuropeDividedActionCard | null;
  type: 'council_met';
}
/**
 * Cyber Attack was used before the initiative.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventCyberAttackMade".
 */
export interface EuropeDividedEventCyberAttackMade {
  type: 'cyber_attack_made';
}
/**
 * Cyber Attack's result, for Russia alone.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventHandSeen".
 */
export interface EuropeDividedEventHandSeen {
  /**
   * Europe's four cards when the initiative step began.
   *
   * @minItems 4
   * @maxItems 4
   */
  cards: [
    EuropeDividedActionCard,
    EuropeDividedActionCard,
    EuropeDividedActionCard,
    EuropeDividedActionCard
  ];
  type: 'hand_seen';
}
/**
 * A locked card is revealed.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventCardPlayed".
 */
export interface EuropeDividedEventCardPlayed {
  card: EuropeDividedActionCard;
  side: EuropeDividedSide;
  type: 'card_played';
}
/**
 * The revealed card was used for no action.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventCardPassed".
 */
export interface EuropeDividedEventCardPassed {
  card: EuropeDividedActionCard;
  side: EuropeDividedSide;
  type: 'card_passed';
}
/**
 * A die was placed.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventInfluencePlaced".
 */
export interface EuropeDividedEventInfluencePlaced {
  /**
   * The cause, if not an action of the card just played.
   */
  by?: EuropeDividedCause | null;
  /**
   * The price paid.
   */
  cost: number;
  power: EuropeDividedPower;
  region: EuropeDividedRegion;
  type: 'influence_placed';
}
/**
 * The Effect of an Action Card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCauseEffect".
 */
export interface EuropeDividedCauseEffect {
  card: EuropeDividedActionCard;
  kind: 'effect';
}
/**
 * The Reaction of an Action Card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCauseReaction".
 */
export interface EuropeDividedCauseReaction {
  card: EuropeDividedActionCard;
  kind: 'reaction';
}
/**
 * An Advantage Card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCauseAdvantage".
 */
export interface EuropeDividedCauseAdvantage {
  card: EuropeDividedAdvantageCard;
  kind: 'advantage';
}
/**
 * A Sea Card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedCauseSea".
 */
export interface EuropeDividedCauseSea {
  kind: 'sea';
  sea: EuropeDividedSea;
}
/**
 * A die rose or fell.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventInfluenceChanged".
 */
export interface EuropeDividedEventInfluenceChanged {
  /**
   * The cause, if not an action of the card just played.
   */
  by?: EuropeDividedCause | null;
  /**
   * Its old value.
   */
  from: number;
  power: EuropeDividedPower;
  region: EuropeDividedRegion;
  /**
   * Its new value.
   */
  to: number;
  type: 'influence_changed';
}
/**
 * A side takes a contested Action Card into its discards.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventContestedCardTaken".
 */
export interface EuropeDividedEventContestedCardTaken {
  card: EuropeDividedActionCard;
  side: EuropeDividedSide;
  type: 'contested_card_taken';
}
/**
 * A side gains money.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventMoneyGained".
 */
export interface EuropeDividedEventMoneyGained {
  /**
   * The amount.
   */
  amount: number;
  /**
   * The cause, if not an action of the card just played.
   */
  by?: EuropeDividedCause | null;
  side: EuropeDividedSide;
  source: EuropeDividedMoneySource;
  type: 'money_gained';
}
/**
 * An army was built.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventArmyBuilt".
 */
export interface EuropeDividedEventArmyBuilt {
  /**
   * The cause, if not an action of the card just played.
   */
  by?: EuropeDividedCause | null;
  /**
   * The price paid.
   */
  cost: number;
  side: EuropeDividedSide;
  space: EuropeDividedSpace;
  type: 'army_built';
}
/**
 * An army moved.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventArmyMoved".
 */
export interface EuropeDividedEventArmyMoved {
  /**
   * The cause, if not an action of the card just played.
   */
  by?: EuropeDividedCause | null;
  /**
   * The price paid.
   */
  cost: number;
  from: EuropeDividedSpace;
  side: EuropeDividedSide;
  /**
   * The number of spaces.
   */
  steps: number;
  to: EuropeDividedSpace;
  type: 'army_moved';
}
/**
 * Opposing armies met: one of each goes back to its supply.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventArmiesRemoved".
 */
export interface EuropeDividedEventArmiesRemoved {
  space: EuropeDividedSpace;
  type: 'armies_removed';
}
/**
 * An army met opposing dominance and goes back to its supply.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventArmyLostToInfluence".
 */
export interface EuropeDividedEventArmyLostToInfluence {
  region: EuropeDividedRegion;
  side: EuropeDividedSide;
  type: 'army_lost_to_influence';
}
/**
 * A Sea Card changed hands.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventSeaControlChanged".
 */
export interface EuropeDividedEventSeaControlChanged {
  /**
   * The new holder; absent if nobody holds it.
   */
  power?: EuropeDividedPower | null;
  sea: EuropeDividedSea;
  type: 'sea_control_changed';
}
/**
 * An Effect or a Reaction was not used.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventDeclined".
 */
export interface EuropeDividedEventDeclined {
  card: EuropeDividedActionCard;
  side: EuropeDividedSide;
  type: 'declined';
}
/**
 * An Advantage Card was used for its special action.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventAdvantageUsed".
 */
export interface EuropeDividedEventAdvantageUsed {
  card: EuropeDividedAdvantageCard;
  side: EuropeDividedSide;
  type: 'advantage_used';
}
/**
 * An Advantage Card was discarded for money.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventAdvantageSold".
 */
export interface EuropeDividedEventAdvantageSold {
  card: EuropeDividedAdvantageCard;
  side: EuropeDividedSide;
  type: 'advantage_sold';
}
/**
 * A special action of several steps ended.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventStepsEnded".
 */
export interface EuropeDividedEventStepsEnded {
  side: EuropeDividedSide;
  type: 'steps_ended';
}
/**
 * The EU fracture marker was placed.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventFractured".
 */
export interface EuropeDividedEventFractured {
  /**
   * Set when the region's card had only EU actions and left the game: where it was.
   */
  removed_from?: EuropeDividedCardZone | null;
  space: EuropeDividedSpace;
  type: 'fractured';
}
/**
 * A card in hand or locked was replaced from the deck, unseen.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventCardReplaced".
 */
export interface EuropeDividedEventCardReplaced {
  side: EuropeDividedSide;
  type: 'card_replaced';
}
/**
 * The card that replaced the one which left the game, for its owner alone.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventReplacementDrawn".
 */
export interface EuropeDividedEventReplacementDrawn {
  card: EuropeDividedActionCard;
  type: 'replacement_drawn';
}
/**
 * A segment ended.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventSegmentEnded".
 */
export interface EuropeDividedEventSegmentEnded {
  side: EuropeDividedSide;
  type: 'segment_ended';
}
/**
 * A side drew Action Cards.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventCardsDrawn".
 */
export interface EuropeDividedEventCardsDrawn {
  /**
   * The number of cards.
   */
  count: number;
  side: EuropeDividedSide;
  type: 'cards_drawn';
}
/**
 * The Action Card drawn, for its owner alone.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventCardDrawn".
 */
export interface EuropeDividedEventCardDrawn {
  card: EuropeDividedActionCard;
  type: 'card_drawn';
}
/**
 * A side's discards were shuffled into its Action deck.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventDeckShuffled".
 */
export interface EuropeDividedEventDeckShuffled {
  side: EuropeDividedSide;
  type: 'deck_shuffled';
}
/**
 * A headline's condition held in every region.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventHeadlineAwarded".
 */
export interface EuropeDividedEventHeadlineAwarded {
  headline: EuropeDividedHeadline;
  /**
   * Prestige it is worth.
   */
  prestige: number;
  side: EuropeDividedSide;
  type: 'headline_awarded';
}
/**
 * A headline's condition failed; it leaves the game.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventHeadlineFailed".
 */
export interface EuropeDividedEventHeadlineFailed {
  headline: EuropeDividedHeadline;
  type: 'headline_failed';
}
/**
 * Forthcoming headlines became current.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventHeadlinesShifted".
 */
export interface EuropeDividedEventHeadlinesShifted {
  type: 'headlines_shifted';
}
/**
 * A headline was placed.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventHeadlinePlaced".
 */
export interface EuropeDividedEventHeadlinePlaced {
  headline: EuropeDividedHeadline;
  side: EuropeDividedSide;
  type: 'headline_placed';
}
/**
 * A side discarded headlines face down.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventHeadlinesDiscarded".
 */
export interface EuropeDividedEventHeadlinesDiscarded {
  /**
   * The number of headlines.
   */
  count: number;
  side: EuropeDividedSide;
  type: 'headlines_discarded';
}
/**
 * A side drew headlines.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventHeadlinesDrawn".
 */
export interface EuropeDividedEventHeadlinesDrawn {
  /**
   * The number of headlines.
   */
  count: number;
  side: EuropeDividedSide;
  type: 'headlines_drawn';
}
/**
 * The headline drawn, for its owner alone.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventHeadlineDrawn".
 */
export interface EuropeDividedEventHeadlineDrawn {
  headline: EuropeDividedHeadline;
  type: 'headline_drawn';
}
/**
 * Dominance was scored.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventDominanceScored".
 */
export interface EuropeDividedEventDominanceScored {
  /**
   * One prestige a region.
   */
  prestige: number;
  side: EuropeDividedSide;
  type: 'dominance_scored';
}
/**
 * Advantage Cards still held were scored.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventAdvantagesScored".
 */
export interface EuropeDividedEventAdvantagesScored {
  /**
   * One prestige a card.
   */
  prestige: number;
  side: EuropeDividedSide;
  type: 'advantages_scored';
}
/**
 * A side drew three Advantage Cards to choose from.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventAdvantagesDrawn".
 */
export interface EuropeDividedEventAdvantagesDrawn {
  side: EuropeDividedSide;
  type: 'advantages_drawn';
}
/**
 * The match is over.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedEventMatchEnded".
 */
export interface EuropeDividedEventMatchEnded {
  reason: EuropeDividedEndReason;
  type: 'match_ended';
  /**
   * The winner; absent when nobody won.
   */
  winner?: EuropeDividedSide | null;
}
/**
 * One that this server does not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "UnknownEuropeDividedEvent".
 */
export interface UnknownEuropeDividedEvent {
  type: string;
}
/**
 * The options of a room of Europe Divided.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedOptions".
 */
export interface EuropeDividedOptions {
  edition?: EuropeDividedEdition;
  /**
   * Prestige with which one side begins, two for each step. A house rule for players of unequal
   * strength.
   */
  handicap?: number;
  handicap_for?: EuropeDividedFavoured;
}
/**
 * The private view: everything that only one seat may see.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedPrivate".
 */
export interface EuropeDividedPrivate {
  /**
   * Advantage Cards in hand, sorted.
   */
  advantages: EuropeDividedAdvantageCard[];
  /**
   * The Advantage Card not chosen, one a period.
   */
  advantages_returned: EuropeDividedAdvantageCard[];
  /**
   * Advantage Cards that scored.
   */
  advantages_scored: EuropeDividedAdvantageCard[];
  /**
   * The seat has made its choice in the simultaneous decision that is open.
   */
  chosen: boolean;
  /**
   * Of each of them, what its condition lacks as the board stands.
   */
  conditions?: {
    [k: string]: EuropeDividedConditionState;
  };
  /**
   * The seat's Action deck, sorted, never in its real order; only while Council Meeting may take from it.
   */
  deck?: EuropeDividedActionCard[] | null;
  /**
   * The seat's discards that lie face down, sorted.
   */
  discards_face_down: EuropeDividedActionCard[];
  /**
   * The three Advantage Cards to choose from, sorted.
   */
  drawn?: EuropeDividedAdvantageCard[];
  /**
   * Action Cards in hand, locked ones not included, sorted.
   */
  hand: EuropeDividedActionCard[];
  /**
   * Headlines in hand, sorted; a chosen one included until both have chosen.
   */
  headlines: EuropeDividedHeadline[];
  /**
   * The seat's headlines discarded face down.
   */
  headlines_discarded: EuropeDividedHeadline[];
  /**
   * The cards that Cyber Attack showed this turn.
   */
  intelligence?: EuropeDividedIntelligence | null;
  /**
   * The two of them that are chosen, sorted, until both have chosen.
   */
  keeping?: EuropeDividedAdvantageCard[];
  /**
   * Locked Action Cards not yet played, sorted.
   */
  locked: EuropeDividedActionCard[];
  /**
   * The headline chosen for placing.
   */
  placing?: EuropeDividedHeadline | null;
  side: EuropeDividedSide;
}
/**
 * A headline's condition as the board stands.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedConditionState".
 */
export interface EuropeDividedConditionState {
  /**
   * `true` if it holds: the headline would be awarded.
   */
  holds: boolean;
  /**
   * Of each region in which it does not, what is missing there.
   */
  lacks?: {
    [k: string]: EuropeDividedRegionLack;
  };
}
/**
 * The influence and armies that a condition lacks in a region.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedRegionLack".
 */
export interface EuropeDividedRegionLack {
  /**
   * Armies.
   */
  armies: number;
  /**
   * `true` if the die must show 6 for it, which an army or a 6 of the other side there forbids: that one
   * must go first. Absent: no, or an older server.
   */
  barred?: boolean;
  /**
   * Steps that its die must gain: on the highest one of those that it has to be above, or up to a 6.
   */
  influence: number;
  power: EuropeDividedPower;
}
/**
 * The cards that Cyber Attack showed.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedIntelligence".
 */
export interface EuropeDividedIntelligence {
  /**
   * Europe's Action Cards when that turn's initiative step began, sorted.
   */
  cards: EuropeDividedActionCard[];
  /**
   * The turn.
   */
  turn: number;
}
/**
 * The public view: everything that everybody may see.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedPublic".
 */
export interface EuropeDividedPublic {
  armies: EuropeDividedArmies;
  /**
   * The dice on the board; a die of 0 is not there.
   */
  dice: {
    [k: string]: EuropeDividedDice;
  };
  edition: EuropeDividedEdition;
  /**
   * The space with the EU fracture marker.
   */
  fracture?: EuropeDividedSpace | null;
  /**
   * The room's handicap, if it has one.
   */
  handicap?: Handicap | null;
  headlines: EuropeDividedHeadlinesView;
  /**
   * The initiative of this turn, once both have locked.
   */
  initiative?: EuropeDividedInitiativeView | null;
  /**
   * Money tokens by space.
   */
  money_tokens: {
    [k: string]: number;
  };
  /**
   * 1 or 2.
   */
  period: number;
  projection: EuropeDividedProjection;
  prompt: EuropeDividedPrompt;
  /**
   * Russia may not spend money this turn (US Sanctions).
   */
  sanctions: boolean;
  seas: EuropeDividedSeaControl;
  /**
   * Europe, then Russia.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [EuropeDividedSideView, EuropeDividedSideView];
  stage: EuropeDividedStage;
  /**
   * 1 to 20; 0 before the first turn.
   */
  turn: number;
}
/**
 * The armies on the board, by space.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedArmies".
 */
export interface EuropeDividedArmies {
  /**
   * NATO's.
   */
  nato: {
    [k: string]: number;
  };
  /**
   * Russia's.
   */
  russia: {
    [k: string]: number;
  };
}
/**
 * The dice of a region.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedDice".
 */
export interface EuropeDividedDice {
  /**
   * The EU's die.
   */
  eu: number;
  /**
   * NATO's die.
   */
  nato: number;
  /**
   * Russia's die.
   */
  russia: number;
}
/**
 * The headlines on the table.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedHeadlinesView".
 */
export interface EuropeDividedHeadlinesView {
  /**
   * Of each one to be resolved, what its condition lacks as the board stands.
   */
  conditions: {
    [k: string]: EuropeDividedConditionState;
  };
  /**
   * To be resolved next.
   */
  current: EuropeDividedHeadline[];
  /**
   * Headlines in the deck.
   */
  deck: number;
  /**
   * Headlines whose condition failed, sorted.
   */
  failed: EuropeDividedHeadline[];
  /**
   * To become current next.
   */
  forthcoming: EuropeDividedHeadline[];
}
/**
 * The announced initiative.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedInitiativeView".
 */
export interface EuropeDividedInitiativeView {
  /**
   * Europe's sum.
   */
  europe: number;
  first: EuropeDividedSide;
  /**
   * Russia's sum.
   */
  russia: number;
}
/**
 * The score if the board stayed as it is: every headline on the table is resolved, dominance scores as
 * often as it is still to be scored, and Advantage Cards score once. After the end, the score.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedProjection".
 */
export interface EuropeDividedProjection {
  reason: EuropeDividedEndReason;
  /**
   * Europe, then Russia.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [EuropeDividedSideProjection, EuropeDividedSideProjection];
  winner: EuropeDividedSide;
}
/**
 * The prestige of a side in a projection, by source.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedSideProjection".
 */
export interface EuropeDividedSideProjection {
  /**
   * For the Advantage Cards in hand.
   */
  advantages: number;
  /**
   * For the regions dominated, each as often as dominance is still to be scored: twice until the end
   * of turn 10.
   */
  dominance: number;
  /**
   * For the headlines on the table that hold.
   */
  headlines: number;
  /**
   * Scored already, what counts at the end only included.
   */
  scored: number;
  /**
   * All of it.
   */
  total: number;
}
/**
 * The question asked.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedPrompt".
 */
export interface EuropeDividedPrompt {
  /**
   * The Advantage Card that the question is about.
   */
  advantage?: EuropeDividedAdvantageCard | null;
  /**
   * The Action Card that the question is about.
   */
  card?: EuropeDividedActionCard | null;
  kind: EuropeDividedPromptKind;
  /**
   * The side asked; absent when both are, or nobody.
   */
  side?: EuropeDividedSide | null;
}
/**
 * The holders of the Sea Cards; null for a card that nobody holds.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedSeaControl".
 */
export interface EuropeDividedSeaControl {
  /**
   * The Baltic Sea.
   */
  baltic_sea?: EuropeDividedPower | null;
  /**
   * The Black Sea.
   */
  black_sea?: EuropeDividedPower | null;
}
/**
 * One side of the table. During the initiative step the counts are those of its beginning.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedSideView".
 */
export interface EuropeDividedSideView {
  /**
   * Advantage Cards in hand.
   */
  advantages: number;
  /**
   * Advantage Cards used or discarded for money, sorted.
   */
  advantages_shown: EuropeDividedAdvantageCard[];
  /**
   * Headlines awarded, sorted.
   */
  awarded: EuropeDividedHeadline[];
  /**
   * `true` if the Baltic Sea Card was used this turn (Europe: by NATO).
   */
  baltic_used: boolean;
  /**
   * `true` if Russia's Black Sea build was used this turn.
   */
  black_used: boolean;
  /**
   * Contested Action Cards still open beside the side, sorted.
   */
  contested_open: EuropeDividedActionCard[];
  /**
   * The number of contested Action Cards that it has taken.
   */
  contested_taken: number;
  /**
   * Action Cards in the deck.
   */
  deck: number;
  /**
   * The open discards, sorted.
   */
  discards: EuropeDividedActionCard[];
  /**
   * Discards that lie face down.
   */
  discards_face_down: number;
  /**
   * Action Cards in hand.
   */
  hand: number;
  /**
   * Headlines in hand.
   */
  headlines: number;
  /**
   * Action Cards locked and not yet played.
   */
  locked: number;
  /**
   * Its treasury.
   */
  money: number;
  /**
   * Action Cards played this turn.
   */
  played: EuropeDividedPlayedCard[];
  /**
   * Its prestige; in the first edition without awarded headlines and kept Advantage Cards.
   */
  prestige: number;
  /**
   * Prestige of awarded headlines and kept Advantage Cards that counts at the end (first
   * edition; 0 in the revised one).
   */
  prestige_pending: number;
  /**
   * Action Cards that left the game.
   */
  removed: EuropeDividedActionCard[];
  /**
   * Armies left in its supply.
   */
  supply: number;
}
/**
 * A card played this turn.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDividedPlayedCard".
 */
export interface EuropeDividedPlayedCard {
  card: EuropeDividedActionCard;
  /**
   * `true` if it was passed.
   */
  passed: boolean;
}
/**
 * The match is set up.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventSetUp".
 */
export interface EuropeEventSetUp {
  /**
   * The number of players.
   */
  players: number;
  type: 'set_up';
}
/**
 * A seat starts with more coin, as the room's handicap says.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventHandicapGiven".
 */
export interface EuropeEventHandicapGiven {
  /**
   * The coin more.
   */
  coin: number;
  /**
   * The seat.
   */
  seat: number;
  type: 'handicap_given';
}
/**
 * A seat was dealt a starting card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventStartingCardDealt".
 */
export interface EuropeEventStartingCardDealt {
  card: EuropeResourceCard;
  /**
   * The seat.
   */
  seat: number;
  type: 'starting_card_dealt';
}
/**
 * A seat has its country.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventCountryTaken".
 */
export interface EuropeEventCountryTaken {
  country: EuropeCountry;
  /**
   * The seat.
   */
  seat: number;
  type: 'country_taken';
}
/**
 * A round begins.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventRoundBegan".
 */
export interface EuropeEventRoundBegan {
  /**
   * The round, from 1.
   */
  round: number;
  type: 'round_began';
}
/**
 * Every seat was dealt a resource card face down.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventResourcesDealt".
 */
export interface EuropeEventResourcesDealt {
  type: 'resources_dealt';
}
/**
 * The resource card dealt, for its owner alone.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventResourceDealt".
 */
export interface EuropeEventResourceDealt {
  card: EuropeResourceCard;
  type: 'resource_dealt';
}
/**
 * Every seat was dealt three citizens.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventCitizensDealt".
 */
export interface EuropeEventCitizensDealt {
  type: 'citizens_dealt';
}
/**
 * Three citizens to choose from, for their owner alone.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventCitizensSeen".
 */
export interface EuropeEventCitizensSeen {
  /**
   * The cards.
   *
   * @minItems 3
   * @maxItems 3
   */
  cards: [EuropeCitizen, EuropeCitizen, EuropeCitizen];
  type: 'citizens_seen';
}
/**
 * A seat has answered in a simultaneous choice.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventAnswered".
 */
export interface EuropeEventAnswered {
  /**
   * The seat.
   */
  seat: number;
  type: 'answered';
}
/**
 * A seat has kept citizens of those dealt or drawn.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventCitizensKept".
 */
export interface EuropeEventCitizensKept {
  /**
   * The number of citizens kept face down.
   */
  hidden: number;
  /**
   * The number of citizens kept face up.
   */
  open: number;
  /**
   * The seat.
   */
  seat: number;
  type: 'citizens_kept';
}
/**
 * A citizen lies face up before a seat.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventCitizenRevealed".
 */
export interface EuropeEventCitizenRevealed {
  card: EuropeCitizen;
  /**
   * The seat.
   */
  seat: number;
  type: 'citizen_revealed';
}
/**
 * A resource card lies face up before a seat.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventResourceRevealed".
 */
export interface EuropeEventResourceRevealed {
  card: EuropeResourceCard;
  /**
   * Cubes taken for it at once; those of production come with it.
   */
  gained: number;
  /**
   * The seat.
   */
  seat: number;
  type: 'resource_revealed';
}
/**
 * A seat's cards produced.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventProduced".
 */
export interface EuropeEventProduced {
  cubes: EuropeResourceCounts;
  /**
   * The seat.
   */
  seat: number;
  type: 'produced';
}
/**
 * The bank's cards produced.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventBankProduced".
 */
export interface EuropeEventBankProduced {
  cubes: EuropeResourceCounts;
  type: 'bank_produced';
}
/**
 * A resource card was turned up for the market.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventMarketFilled".
 */
export interface EuropeEventMarketFilled {
  card: EuropeResourceCard;
  /**
   * The slot.
   */
  slot: number;
  type: 'market_filled';
}
/**
 * Three cards of one resource lay in the market; all were discarded.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventMarketSwept".
 */
export interface EuropeEventMarketSwept {
  resource: EuropeResource;
  type: 'market_swept';
}
/**
 * Open play begins.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventPlayBegan".
 */
export interface EuropeEventPlayBegan {
  /**
   * The match time at which it ends, unless all are ready before; absent where no clock runs.
   */
  ends_ms?: number | null;
  type: 'play_began';
}
/**
 * A trade was offered.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventOfferMade".
 */
export interface EuropeEventOfferMade {
  offer: EuropeTradeOffer;
  type: 'offer_made';
}
/**
 * An open trade offer.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeTradeOffer".
 */
export interface EuropeTradeOffer {
  /**
   * The offer that it answers.
   */
  counter_to?: number | null;
  /**
   * The time at which it expires, unless all are ready before; absent where no clock runs.
   */
  expires_ms?: number | null;
  /**
   * The seat that makes it.
   */
  from: number;
  give: EuropeGoodCounts;
  /**
   * Its number in the match.
   */
  id: number;
  /**
   * The seats that may accept it, ascending.
   */
  to: number[];
  want: EuropeGoodCounts;
}
/**
 * A seat turned an offer down.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventOfferDeclined".
 */
export interface EuropeEventOfferDeclined {
  /**
   * The offer.
   */
  offer_id: number;
  /**
   * The seat.
   */
  seat: number;
  type: 'offer_declined';
}
/**
 * An offer is closed.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventOfferClosed".
 */
export interface EuropeEventOfferClosed {
  because: EuropeClosedBecause;
  /**
   * The offer.
   */
  offer_id: number;
  type: 'offer_closed';
}
/**
 * Two seats swapped.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventSwapped".
 */
export interface EuropeEventSwapped {
  /**
   * The seat that accepted it.
   */
  by: number;
  /**
   * The seat that made it.
   */
  from: number;
  give: EuropeGoodCounts;
  /**
   * The offer that was accepted.
   */
  offer_id: number;
  type: 'swapped';
  want: EuropeGoodCounts;
}
/**
 * A seat bought cubes from the bank.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventBankSold".
 */
export interface EuropeEventBankSold {
  /**
   * The price.
   */
  coin: number;
  cubes: EuropeResourceCounts;
  /**
   * The seat.
   */
  seat: number;
  type: 'bank_sold';
}
/**
 * A seat drew three citizens and chooses.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventCitizensDrawn".
 */
export interface EuropeEventCitizensDrawn {
  /**
   * The seat.
   */
  seat: number;
  type: 'citizens_drawn';
}
/**
 * A seat bought a resource card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventDeveloped".
 */
export interface EuropeEventDeveloped {
  card: EuropeResourceCard;
  /**
   * The price.
   */
  coin: number;
  /**
   * Cubes taken for it at once.
   */
  gained: number;
  /**
   * The seat.
   */
  seat: number;
  /**
   * Its slot in the market; absent when it was the top of the deck.
   */
  slot?: number | null;
  type: 'developed';
}
/**
 * A crisis appeared.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventCrisisTurned".
 */
export interface EuropeEventCrisisTurned {
  /**
   * The coin that it promises.
   */
  bonus: number;
  crisis: EuropeCrisis;
  type: 'crisis_turned';
}
/**
 * A crisis was due, and no card was left.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventNoCrisis".
 */
export interface EuropeEventNoCrisis {
  type: 'no_crisis';
}
/**
 * A seat owes something.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventDebtIncurred".
 */
export interface EuropeEventDebtIncurred {
  crisis: EuropeCrisis;
  owed: EuropeOwed;
  /**
   * The seat.
   */
  seat: number;
  type: 'debt_incurred';
}
/**
 * These cubes, to the supply.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeOwedCubes".
 */
export interface EuropeOwedCubes {
  cubes: EuropeResourceCounts;
  kind: 'cubes';
}
/**
 * Cubes of any kinds, to the player on the left.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeOwedNeighbour".
 */
export interface EuropeOwedNeighbour {
  /**
   * The number of cubes.
   */
  count: number;
  kind: 'neighbour';
}
/**
 * Coin, to the bank.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeOwedCoin".
 */
export interface EuropeOwedCoin {
  /**
   * The coin.
   */
  coin: number;
  kind: 'coin';
}
/**
 * These cubes to the supply, or coin to the bank; one of them whole.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeOwedCubesOrCoin".
 */
export interface EuropeOwedCubesOrCoin {
  /**
   * The coin.
   */
  coin: number;
  cubes: EuropeResourceCounts;
  kind: 'cubes_or_coin';
}
/**
 * Cubes of kinds printed on the debtor's own starting cards, to be locked.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeOwedStockpile".
 */
export interface EuropeOwedStockpile {
  /**
   * The number of cubes.
   */
  count: number;
  kind: 'stockpile';
}
/**
 * A seat paid a debt, or the clean-up collected it.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventDebtPaid".
 */
export interface EuropeEventDebtPaid {
  /**
   * Coin paid.
   */
  coin: number;
  crisis: EuropeCrisis;
  cubes: EuropeResourceCounts;
  /**
   * The seat.
   */
  seat: number;
  type: 'debt_paid';
}
/**
 * A seat is ready, or no longer.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventReadyChanged".
 */
export interface EuropeEventReadyChanged {
  /**
   * `true` if it is ready.
   */
  ready: boolean;
  /**
   * The seat.
   */
  seat: number;
  type: 'ready_changed';
}
/**
 * All are ready: play goes on at the next crisis or the end of the round.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventClockJumped".
 */
export interface EuropeEventClockJumped {
  /**
   * By how much, in milliseconds.
   */
  by_ms: number;
  type: 'clock_jumped';
}
/**
 * Open play is over.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventPlayEnded".
 */
export interface EuropeEventPlayEnded {
  type: 'play_ended';
}
/**
 * A seat could not pay all debts of crises.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventCrisisFailed".
 */
export interface EuropeEventCrisisFailed {
  /**
   * The seat.
   */
  seat: number;
  type: 'crisis_failed';
}
/**
 * A citizen was served, or not.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventCitizenServed".
 */
export interface EuropeEventCitizenServed {
  card: EuropeCitizen;
  cubes: EuropeResourceCounts;
  fate: EuropeCitizenOutcome;
  /**
   * The seat.
   */
  seat: number;
  type: 'citizen_served';
}
/**
 * Its needs were met.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCitizenOutcomeMet".
 */
export interface EuropeCitizenOutcomeMet {
  kind: 'met';
  reward: EuropeReward;
}
/**
 * Its needs were not met, and the dice reached the target: nothing lost.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCitizenOutcomePlacated".
 */
export interface EuropeCitizenOutcomePlacated {
  /**
   * The dice.
   *
   * @minItems 2
   * @maxItems 2
   */
  dice: [number, number];
  kind: 'placated';
  /**
   * The sum that the dice had to reach.
   */
  target: number;
}
/**
 * Its needs were not met, and the dice did not reach the target: one happiness lost.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCitizenOutcomeFailed".
 */
export interface EuropeCitizenOutcomeFailed {
  /**
   * The dice.
   *
   * @minItems 2
   * @maxItems 2
   */
  dice: [number, number];
  kind: 'failed';
  /**
   * The sum that the dice had to reach.
   */
  target: number;
}
/**
 * A seat's happiness was judged.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventHappinessChanged".
 */
export interface EuropeEventHappinessChanged {
  /**
   * Before.
   */
  from: number;
  /**
   * The seat.
   */
  seat: number;
  /**
   * After.
   */
  to: number;
  type: 'happiness_changed';
}
/**
 * A seat earned coin in the clean-up.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventCoinEarned".
 */
export interface EuropeEventCoinEarned {
  /**
   * By crises.
   */
  bonus: number;
  /**
   * By citizens.
   */
  rewards: number;
  /**
   * The seat.
   */
  seat: number;
  type: 'coin_earned';
}
/**
 * A resource card that will give no more cubes was discarded.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventCardSpent".
 */
export interface EuropeEventCardSpent {
  card: EuropeResourceCard;
  /**
   * The seat.
   */
  seat: number;
  type: 'card_spent';
}
/**
 * A deck's discards were shuffled into it.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventDeckShuffled".
 */
export interface EuropeEventDeckShuffled {
  deck: EuropeDeck;
  type: 'deck_shuffled';
}
/**
 * A seat has given up; defaults act for it.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventResigned".
 */
export interface EuropeEventResigned {
  /**
   * The seat.
   */
  seat: number;
  type: 'resigned';
}
/**
 * The match is over.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeEventMatchEnded".
 */
export interface EuropeEventMatchEnded {
  reason: EuropeEndReason;
  type: 'match_ended';
  /**
   * The winners.
   */
  winners: number[];
}
/**
 * One that this server does not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "UnknownEuropeEvent".
 */
export interface UnknownEuropeEvent {
  type: string;
}
/**
 * The options of a room of Europe.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeOptions".
 */
export interface EuropeOptions {
  /**
   * After a round, to say which goods go to whom, in milliseconds.
   */
  allocate_ms?: number;
  /**
   * An offer may ask for nothing, or give nothing.
   */
  allow_gifts?: boolean;
  /**
   * Coins for one good.
   */
  bank_price?: number;
  carry_over?: EuropeCarryOver;
  /**
   * Before a round, and for the country before the first one, in milliseconds.
   */
  choose_ms?: number;
  citizen_deck?: EuropeCitizenDeck;
  /**
   * Times after the beginning of a round, in milliseconds of play: rising, below the round's length,
   * at most four.
   *
   * @maxItems 4
   */
  crisis_at_ms?:
    [] | [number] | [number, number] | [number, number, number] | [number, number, number, number];
  crisis_bonus?: EuropeCrisisBonus;
  crisis_deck?: EuropeCrisisDeck;
  crisis_failure?: EuropeCrisisFailure;
  /**
   * The clock jumps ahead when nobody wants anything more.
   */
  end_early_when_ready?: boolean;
  /**
   * Coins that one player has more at the beginning, two for each step. A house rule for players of
   * unequal strength.
   */
  handicap?: number;
  handicap_for?: EuropeFavouredPlayer;
  /**
   * It never falls below this; not above that of the start.
   */
  happiness_floor?: number;
  market?: EuropeMarketRule;
  /**
   * Nobody holds more at a time.
   */
  max_citizens?: number;
  /**
   * Then the happiest country wins.
   */
  max_rounds?: number;
  /**
   * As many a player may have open.
   */
  offer_limit?: number;
  /**
   * Then it is gone by itself; in milliseconds of play.
   */
  offer_ttl_ms?: number;
  /**
   * The sum that two dice have to reach, plus one for each missing good.
   */
  placate_base?: number;
  /**
   * You and the others, people or bots.
   */
  players?: number;
  /**
   * Cards that will never give another good return to the deck.
   */
  recycle_spent?: boolean;
  /**
   * The time in which all trade at once, in milliseconds.
   */
  round_ms?: number;
  /**
   * For each player.
   */
  start_coin?: number;
  /**
   * For each player; less than it takes to win.
   */
  start_happiness?: number;
  /**
   * Phases, crises and rounds end when all are ready, however long that takes; offers stand until then.
   */
  untimed?: boolean;
  /**
   * The match ends when somebody reaches it.
   */
  win_happiness?: number;
}
/**
 * The private view: everything that only one seat may see.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropePrivate".
 */
export interface EuropePrivate {
  /**
   * The seat's allocation, until all have allocated.
   */
  allocation?: EuropeAllotment[] | null;
  /**
   * The seat's choice, until all have chosen.
   */
  chosen?: EuropeChosenView | null;
  /**
   * The citizens dealt, while they may be chosen from.
   */
  dealt: EuropeCitizenView[];
  /**
   * The citizens drawn, while they may be chosen from.
   */
  drawn: EuropeCitizenView[];
  /**
   * The seat's face-down citizen.
   */
  hidden_citizen?: EuropeCitizenView | null;
  /**
   * The seat's face-down resource card.
   */
  hidden_resource?: EuropeResourceView | null;
  /**
   * The fewest of the dealt citizens that must be kept.
   */
  keep_at_least: number;
  /**
   * The cubes that the seat's citizens lack beside each other, the one face down among them, when those
   * owed by kind have been collected: a cube serves one only, first whoever lacks least; those that lack
   * nothing are absent.
   */
  missing: EuropeMissingView[];
  /**
   * The seat.
   */
  seat: number;
}
/**
 * The seat's answer to the choice of citizens.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeChosenView".
 */
export interface EuropeChosenView {
  /**
   * The one kept face down.
   */
  hidden?: EuropeCitizen | null;
  /**
   * The citizens kept.
   */
  keep: EuropeCitizen[];
  /**
   * `true` if the resource card is revealed.
   */
  reveal_resource: boolean;
}
/**
 * A citizen card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCitizenView".
 */
export interface EuropeCitizenView {
  /**
   * Coin that it pays when met, instead of happiness.
   */
  coin: number;
  id: EuropeCitizen;
  needs: EuropeResourceCounts;
}
/**
 * A resource card.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeResourceView".
 */
export interface EuropeResourceView {
  /**
   * Cubes in the round in which it is revealed or bought.
   */
  first: number;
  id: EuropeResourceCard;
  /**
   * Cubes in each later round.
   */
  later: number;
  resource: EuropeResource;
}
/**
 * The cubes that a citizen lacks.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeMissingView".
 */
export interface EuropeMissingView {
  cubes: EuropeResourceCounts;
  id: EuropeCitizen;
}
/**
 * The public view: everything that everybody may see. Times are match time in milliseconds.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropePublic".
 */
export interface EuropePublic {
  /**
   * The bank's cubes; absent when no starting card was left for it.
   */
  bank?: EuropeBankView | null;
  /**
   * Coin in the bank.
   */
  bank_coin: number;
  /**
   * The crises in play, oldest first.
   */
  crises: EuropeCrisisView[];
  /**
   * Number of times, in open play without a clock, that all must be ready before the round ends
   * with the next one, because a crisis comes first.
   */
  crises_ahead?: number | null;
  decks: EuropeDecksView;
  /**
   * The room's handicap, if it has one.
   */
  handicap?: Handicap | null;
  /**
   * The result of the last clean-up.
   */
  last_clean_up?: EuropeCleanUp | null;
  /**
   * The resource cards for sale, by slot; null where none lies.
   *
   * @minItems 3
   * @maxItems 3
   */
  market: [EuropeResourceView | null, EuropeResourceView | null, EuropeResourceView | null];
  /**
   * The time at which the next crisis of this round appears, unless all are ready before.
   */
  next_crisis_ms?: number | null;
  /**
   * The open trade offers, by id.
   */
  offers: EuropeTradeOffer[];
  phase: EuropePhase;
  /**
   * The latest time at which the phase ends; absent when the match is over, or where no clock runs.
   */
  phase_ends_ms?: number | null;
  /**
   * The sum that two dice must reach for a citizen who lacks cubes, plus one for each of them: the
   * option `placate_base` with the crises in play.
   */
  placate_at?: number;
  /**
   * The players, by seat.
   */
  players: EuropePlayerView[];
  /**
   * The round, from 1; 0 while countries are chosen.
   */
  round: number;
  /**
   * The seat that is first when something is short in this round.
   */
  start_seat: number;
  supply: EuropeResourceCounts;
}
/**
 * The bank, and the cubes for sale.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeBankView".
 */
export interface EuropeBankView {
  /**
   * Its starting cards, which produce for it.
   */
  cards: EuropeResourceView[];
  /**
   * `true` if it is open.
   */
  open: boolean;
  /**
   * Coin for a cube.
   */
  price: number;
  stock: EuropeResourceCounts;
}
/**
 * A crisis in play.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCrisisView".
 */
export interface EuropeCrisisView {
  /**
   * The coin that it promises in its first round.
   */
  bonus: number;
  /**
   * `true` if it stays for the rest of the match.
   */
  directive: boolean;
  id: EuropeCrisis;
  /**
   * `true` if it was turned up this round.
   */
  this_round: boolean;
}
/**
 * The number of cards in each deck.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDecksView".
 */
export interface EuropeDecksView {
  /**
   * Citizens discarded.
   */
  citizen_discards: number;
  /**
   * Citizens to draw.
   */
  citizens: number;
  /**
   * Crises to draw.
   */
  crises: number;
  /**
   * Disasters discarded.
   */
  crisis_discards: number;
  /**
   * Resource cards discarded.
   */
  resource_discards: number;
  /**
   * Resource cards to draw.
   */
  resources: number;
}
/**
 * The result of a clean-up.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCleanUp".
 */
export interface EuropeCleanUp {
  /**
   * The players, by seat.
   */
  players: EuropePlayerResult[];
  /**
   * The round.
   */
  round: number;
}
/**
 * The result of a clean-up for a player.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropePlayerResult".
 */
export interface EuropePlayerResult {
  /**
   * Coin earned by crises.
   */
  bonus: number;
  /**
   * Its citizens, and how each one fared.
   */
  citizens: EuropeCitizenResult[];
  /**
   * `true` if it left a debt of a crisis unpaid.
   */
  crisis_failed: boolean;
  /**
   * Its happiness after.
   */
  happiness: number;
  /**
   * Its happiness before.
   */
  happiness_before: number;
  /**
   * Coin earned by citizens.
   */
  rewards: number;
}
/**
 * The result of a clean-up for a citizen.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeCitizenResult".
 */
export interface EuropeCitizenResult {
  cubes: EuropeResourceCounts;
  fate: EuropeCitizenOutcome;
  id: EuropeCitizen;
  needs: EuropeResourceCounts;
}
/**
 * A player, as everybody sees it.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropePlayerView".
 */
export interface EuropePlayerView {
  /**
   * `true` if it has answered in the simultaneous choice that is open.
   */
  answered: boolean;
  /**
   * Its resource cards, face up.
   */
  cards: EuropeResourceView[];
  /**
   * Its citizens, face up.
   */
  citizens: EuropeCitizenView[];
  /**
   * Its coin.
   */
  coin: number;
  /**
   * Its country, once chosen.
   */
  country?: EuropeCountry | null;
  cubes: EuropeResourceCounts;
  /**
   * The number of citizens that it was dealt and has not chosen from yet.
   */
  dealt: number;
  /**
   * Its debts.
   */
  debts: EuropeDebt[];
  /**
   * `true` while it chooses from three drawn citizens.
   */
  drawing: boolean;
  /**
   * Its happiness.
   */
  happiness: number;
  /**
   * The number of citizens that it has face down.
   */
  hidden_citizens: number;
  /**
   * `true` if it has a resource card face down.
   */
  hidden_resource: boolean;
  locked: EuropeResourceCounts;
  /**
   * The cubes that they lack beside each other, when those owed by kind have been collected: a cube
   * serves one only, first whoever lacks least; those that lack nothing are absent.
   */
  missing?: EuropeMissingView[];
  /**
   * `true` if it is ready for the clock to jump.
   */
  ready: boolean;
  /**
   * `true` if it has given up; defaults act for it.
   */
  resigned: boolean;
}
/**
 * A debt of a crisis.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "EuropeDebt".
 */
export interface EuropeDebt {
  crisis: EuropeCrisis;
  owed: EuropeOwed;
}
/**
 * `GET /api/v1/games`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Games".
 */
export interface Games {
  /**
   * The features of this server, as in `welcome`.
   */
  features?: Feature[];
  /**
   * The games that this server plays.
   */
  games: GameInfo[];
}
/**
 * A game that the server plays.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "GameInfo".
 */
export interface GameInfo {
  /**
   * The levels at which a bot of the server plays it, the weakest first.
   */
  bot_levels?: BotLevel[];
  /**
   * One or two sentences.
   */
  description: string;
  /**
   * `true` if the server is one for authors of clients; left out elsewhere.
   */
  dev?: boolean;
  /**
   * `true` if a mind of the server knows it: it gives hints, and analyses of matches.
   */
  hints?: boolean;
  /**
   * Its id.
   */
  id: string;
  /**
   * The game's owner, and the source of the component data.
   */
  licence: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * The options that most people leave as they are, under headings. An option of no group is one that
   * everybody who opens a room is asked.
   */
  option_groups?: OptionGroup[];
  /**
   * The JSON Schema of its options, with titles, defaults and descriptions.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * The part that each seat plays, where seats are tied to sides.
   */
  roles?: string[] | null;
  seats: SeatRange;
  /**
   * The sides of the seats, as far as the options decide them: the first of these that fits the
   * options holds. Where none does, they come out in the match.
   */
  sides?: SeatSides[];
  /**
   * The names that its types have in the JSON Schema.
   */
  types?: GameTypes | null;
}
/**
 * Options that stand together in a form.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "OptionGroup".
 */
export interface OptionGroup {
  /**
   * Their keys, in the order in which they are read.
   */
  options: string[];
  /**
   * The heading over them.
   */
  title: string;
}
/**
 * From `min` to `max` seats.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "SeatRange".
 */
export interface SeatRange {
  /**
   * The most.
   */
  max: number;
  /**
   * The fewest.
   */
  min: number;
}
/**
 * The sides of a game's seats, under some options.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "SeatSides".
 */
export interface SeatSides {
  /**
   * The side that each seat plays, by its name.
   */
  seats: string[];
  /**
   * The options with the values that this needs; none if it always holds.
   */
  when: {
    [k: string]: unknown;
  };
}
/**
 * The names that a game's types have among the definitions of the JSON Schema.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "GameTypes".
 */
export interface GameTypes {
  /**
   * `command` of a command, and of an offer once it is filled in.
   */
  command: string;
  /**
   * The component data.
   */
  data: string;
  /**
   * An event, beside the fields that every `Event` has.
   */
  event: string;
  /**
   * `options` of a room.
   */
  options: string;
  /**
   * `private` of an update.
   */
  private: string;
  /**
   * `public` of an update.
   */
  public: string;
}
/**
 * `GET /api/v1/programs/{program}/seats`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "GivenSeats".
 */
export interface GivenSeats {
  /**
   * Seats that the program was given and has not connected to, in the order in which it was.
   */
  seats: GivenSeat[];
}
/**
 * A seat that a program was given.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "GivenSeat".
 */
export interface GivenSeat {
  /**
   * The room's game.
   */
  game: string;
  /**
   * Its number among those of this announcement, from 1.
   */
  number: number;
  /**
   * The room's code.
   */
  room: string;
  /**
   * The seat.
   */
  seat: number;
  /**
   * The seat's token.
   */
  token: string;
}
/**
 * `GET /api/v1/lessons`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Lessons".
 */
export interface Lessons {
  /**
   * Every lesson, by game and in the order of learning.
   */
  lessons: LessonInfo[];
}
/**
 * A lesson as a list has it.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "LessonInfo".
 */
export interface LessonInfo {
  /**
   * One sentence about it.
   */
  about: string;
  /**
   * The game.
   */
  game: string;
  /**
   * Its name within the game, for addresses.
   */
  lesson: string;
  /**
   * About how long it takes, in minutes.
   */
  minutes: number;
  /**
   * Number of its steps.
   */
  steps: number;
  /**
   * Its title.
   */
  title: string;
}
/**
 * `GET /api/v1/rooms/{code}/record`: everything about a match that is over, so that anyone can check
 * how it was dealt. Hashes, secrets and entropy are 64 lower-case hexadecimal digits.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "MatchRecord".
 */
export interface MatchRecord {
  /**
   * Every draw, in the order made.
   */
  draws: RecordDraw[];
  /**
   * The log; each entry's canonical text is what the chain hashes.
   */
  entries: RecordEntry[];
  /**
   * The head of the chain after the last entry.
   */
  head: string;
  header: RecordHeader;
  result: Outcome;
  /**
   * Always `vd1`.
   */
  scheme: string;
  /**
   * The server's secret of the attempt that was dealt.
   */
  server_secret: string;
  /**
   * The attempts that were given up before it, in their order.
   */
  voided: RecordVoided[];
}
/**
 * A deck was shuffled.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordDrawShuffle".
 */
export interface RecordDrawShuffle {
  kind: 'shuffle';
  /**
   * `deck/NAME/K`, K counting the shuffles of that deck from 0.
   */
  label: string;
  /**
   * The number of cards.
   */
  n: number;
  /**
   * The card of the canonical order that lies at each position.
   */
  result: number[];
  /**
   * The entry that asked for it; 0 is the set-up.
   */
  seq: number;
}
/**
 * A number was drawn, for example a die.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordDrawBelow".
 */
export interface RecordDrawBelow {
  kind: 'below';
  /**
   * `die/PURPOSE`: one running stream.
   */
  label: string;
  /**
   * The number of possible results.
   */
  m: number;
  /**
   * The number drawn, from 0 to `m` - 1.
   */
  result: number;
  /**
   * The entry that asked for it; 0 is the set-up.
   */
  seq: number;
}
/**
 * One entry of the log.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordEntry".
 */
export interface RecordEntry {
  /**
   * Match time, in milliseconds.
   */
  at: number;
  input: RecordInput;
  /**
   * Its number, from 1.
   */
  seq: number;
}
/**
 * A seat's move.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordInputCommand".
 */
export interface RecordInputCommand {
  /**
   * The game's command, as received.
   */
  command: {
    [k: string]: unknown;
  };
  /**
   * The client's id.
   */
  id: string;
  /**
   * The seat.
   */
  seat: number;
  type: 'command';
}
/**
 * A deadline fell due, at the entry's time.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordInputDeadline".
 */
export interface RecordInputDeadline {
  type: 'deadline';
}
/**
 * A seat gives up.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordInputResign".
 */
export interface RecordInputResign {
  /**
   * The client's id.
   */
  id: string;
  /**
   * The seat.
   */
  seat: number;
  type: 'resign';
}
/**
 * A seat ends a match that its opponent left.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordInputClaim".
 */
export interface RecordInputClaim {
  /**
   * The client's id.
   */
  id: string;
  outcome: ClaimOutcome;
  /**
   * The seat.
   */
  seat: number;
  type: 'claim';
}
/**
 * Nobody continued the match for too long.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordInputAbandon".
 */
export interface RecordInputAbandon {
  type: 'abandon';
}
/**
 * Match time stops: by the server's decision, or because all seats agreed.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordInputPause".
 */
export interface RecordInputPause {
  /**
   * The other seats, which agreed.
   */
  agreed?: number[];
  /**
   * The client's id.
   */
  id?: string | null;
  /**
   * The seat that asked for it.
   */
  seat?: number | null;
  type: 'pause';
}
/**
 * Match time goes on: by the server's decision, or because a seat ends an agreed pause.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordInputResume".
 */
export interface RecordInputResume {
  /**
   * The client's id.
   */
  id?: string | null;
  /**
   * The seat that ends the pause.
   */
  seat?: number | null;
  type: 'resume';
}
/**
 * The table returns to an earlier state.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordInputUndo".
 */
export interface RecordInputUndo {
  /**
   * The other seats, if their agreement was needed.
   */
  agreed?: number[];
  /**
   * The client's id.
   */
  id: string;
  /**
   * The seat that takes back.
   */
  seat: number;
  /**
   * The entry whose state the table returns to; 0 is the set-up.
   */
  to: number;
  type: 'undo';
}
/**
 * The facts about a match that are fixed before its first entry.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordHeader".
 */
export interface RecordHeader {
  /**
   * The attempt that was dealt, from 0.
   */
  attempt: number;
  /**
   * The server's commitment of that attempt.
   */
  commitment: string;
  /**
   * The digest of the component data (`GET /api/v1/data/{digest}`).
   */
  data: string;
  /**
   * The game's id.
   */
  game: string;
  /**
   * The options of the match, as the room shows them.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * The room's id, hyphenated, in lower case.
   */
  room: string;
  /**
   * Game id and rules version, for example `europe-divided/1`.
   */
  rules: string;
  /**
   * Always `vd1`.
   */
  scheme: string;
  /**
   * All seats in their order.
   */
  seats: RecordSeat[];
  /**
   * Version of the header's form: 1.
   */
  v: number;
}
/**
 * One seat of the match: with both a commitment and entropy, or with neither.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordSeat".
 */
export interface RecordSeat {
  /**
   * The server's bot on the seat, if no person held it.
   */
  bot?: RecordBot | null;
  /**
   * The seat's commitment, if it brought entropy.
   */
  commitment?: string | null;
  /**
   * The seat's entropy, if it brought any.
   */
  entropy?: string | null;
  /**
   * The player's name.
   */
  name: string;
}
/**
 * The server's bot on a seat, as it was when the match began.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordBot".
 */
export interface RecordBot {
  level: BotLevel;
  /**
   * SHA-256 of the mind that thinks for it, in hexadecimal: `entente-server verify --bots` repeats
   * its thoughts. Absent if it plays without searching.
   */
  mind?: string | null;
}
/**
 * The end of a match, the same for everyone.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Outcome".
 */
export interface Outcome {
  /**
   * The deciding reason, as an identifier.
   */
  reason: string;
  /**
   * One score per seat.
   */
  scores: number[];
  /**
   * The winning seats; none if nobody won.
   */
  winners: number[];
}
/**
 * An attempt that was given up because a seat that was bound did not reveal.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordVoided".
 */
export interface RecordVoided {
  /**
   * Its number, from 0.
   */
  attempt: number;
  /**
   * The server's commitment.
   */
  commitment: string;
  /**
   * The seats with a commitment and without entropy, ascending.
   */
  missing: number[];
  /**
   * Each seat's contribution up to then, in seat order.
   */
  seats: RecordVoidedSeat[];
  /**
   * The secret it committed to.
   */
  server_secret: string;
}
/**
 * One seat of an attempt that was given up.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "RecordVoidedSeat".
 */
export interface RecordVoidedSeat {
  /**
   * The seat's commitment, if it was bound.
   */
  commitment?: string | null;
  /**
   * The seat's entropy, if it was revealed.
   */
  entropy?: string | null;
}
/**
 * The answer to `POST .../coach`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "NewCoach".
 */
export interface NewCoach {
  /**
   * The coach's token, for a guest's `hello`; it plays for nobody, and one given out before is dead.
   */
  token: string;
}
/**
 * The answer to `POST .../token`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "NewToken".
 */
export interface NewToken {
  /**
   * The seat's new token; the old one is no longer valid.
   */
  token: string;
}
/**
 * The body of a webhook's request.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Notice".
 */
export interface Notice {
  /**
   * `text` once more, under the name that some chats read.
   */
  content: string;
  /**
   * For `your_turn`: the number of the question.
   */
  decision?: number | null;
  /**
   * The game's id.
   */
  game: string;
  /**
   * Identical in every attempt to deliver this notice, and different in every other notice.
   */
  id: string;
  /**
   * The address at which to go on playing; absent if the server does not know its own address.
   */
  link?: string | null;
  /**
   * The room's code.
   */
  room: string;
  /**
   * The seat addressed.
   */
  seat: number;
  /**
   * The notice in words, for people.
   */
  text: string;
  type: NoticeType;
}
/**
 * A seat's settings for notices, shown only to its holder.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Notify".
 */
export interface Notify {
  /**
   * With `email`: `true` once its owner has agreed.
   */
  confirmed?: boolean | null;
  /**
   * The address to which the server writes.
   */
  email?: string | null;
  /**
   * The devices, if this server sends Web Push.
   */
  push?: Push | null;
  /**
   * The ways that this server offers.
   */
  ways: Way[];
  /**
   * The address that the server calls.
   */
  webhook?: string | null;
}
/**
 * Devices that have a seat's notices by Web Push.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Push".
 */
export interface Push {
  /**
   * Their ids: each the first 16 bytes of SHA-256 of the address, in hexadecimal.
   */
  devices: string[];
  /**
   * The server's public key, which a browser subscribes with (`applicationServerKey`).
   */
  key: string;
}
/**
 * `POST /api/v1/lessons/{game}/{lesson}`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "OpenLesson".
 */
export interface OpenLesson {
  /**
   * The learner's name.
   */
  name: string;
}
/**
 * `POST /api/v1/rooms/{code}/practice`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "OpenPractice".
 */
export interface OpenPractice {
  /**
   * The absence of an awaited opponent after which one may claim, in milliseconds.
   */
  absence_ms?: number | null;
  hints?: Hints;
  /**
   * `true` if strangers see the room in the list.
   */
  listed?: boolean;
  /**
   * The name of whoever opens it.
   */
  name: string;
  /**
   * The seat wanted; default the lowest one that is asked something there.
   */
  seat?: SeatPreference | null;
  /**
   * The entry of the match that is over after which the new one goes on; 0 is the set-up.
   */
  seq: number;
  spectators?: Spectators;
}
/**
 * An HTTP error (RFC 9457, `application/problem+json`).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  code: Code;
  /**
   * The reason, for people.
   */
  detail: string;
  /**
   * The delay after which trying again may help, in milliseconds.
   */
  retry_after_ms?: number | null;
  /**
   * The HTTP status.
   */
  status: number;
  /**
   * The status in words.
   */
  title: string;
  /**
   * Always `about:blank`; `code` is what programs read.
   */
  type: string;
}
/**
 * `GET /api/v1/programs`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Programs".
 */
export interface Programs {
  /**
   * The `after` of the next page; left out on the last one.
   */
  next?: string | null;
  /**
   * The programs that are there now, in the order of their ids.
   */
  programs: ProgramInfo[];
}
/**
 * `GET /api/v1/puzzles`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Puzzles".
 */
export interface Puzzles {
  /**
   * Every puzzle, by game.
   */
  puzzles: PuzzleInfo[];
  /**
   * The puzzle of the day (UTC): another one each day, the games in turn. `None` if there are none.
   */
  today?: PuzzleInfo | null;
}
/**
 * A puzzle as a list has it.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "PuzzleInfo".
 */
export interface PuzzleInfo {
  /**
   * The game.
   */
  game: string;
  /**
   * Its name within the game, for addresses.
   */
  puzzle: string;
  /**
   * Its title, which does not give the answer away.
   */
  title: string;
}
/**
 * The rules of one game in words.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Reference".
 */
export interface Reference {
  /**
   * The game's id.
   */
  game: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * Reasons for what is asked: the first entry with a command that is on offer fits, if the kind of what
   * is asked is one of its `kinds`.
   */
  prompts: PromptReason[];
  /**
   * Everything, in the order of reading.
   */
  sections: ReferenceSection[];
}
/**
 * A reason for what is asked, and what follows.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "PromptReason".
 */
export interface PromptReason {
  /**
   * The types of the commands that answer it.
   */
  commands: string[];
  /**
   * The kinds that it is for, as `prompt.kind` of the public view names them; absent: any.
   */
  kinds?: string[];
  /**
   * Advice for a first match: what usually is good.
   */
  more: string;
  /**
   * The section that says more.
   */
  section: string;
  /**
   * One sentence or two.
   */
  text: string;
}
/**
 * A section with an anchor.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ReferenceSection".
 */
export interface ReferenceSection {
  /**
   * Its text.
   */
  blocks: ReferenceBlock[];
  /**
   * The rules that it explains, as offers, events and refusals cite them.
   */
  cites: string[];
  /**
   * Its anchor.
   */
  id: string;
  /**
   * The part of the reference that it belongs to; neighbours share one.
   */
  part: string;
  /**
   * Its title.
   */
  title: string;
}
/**
 * A paragraph.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ReferenceBlockText".
 */
export interface ReferenceBlockText {
  kind: 'text';
  /**
   * Its words.
   */
  text: string;
}
/**
 * A list.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ReferenceBlockList".
 */
export interface ReferenceBlockList {
  /**
   * Its items.
   */
  items: string[];
  kind: 'list';
}
/**
 * A table.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ReferenceBlockTable".
 */
export interface ReferenceBlockTable {
  /**
   * The heads of its columns.
   */
  head: string[];
  kind: 'table';
  /**
   * Its rows, each as long as the head.
   */
  rows: string[][];
}
/**
 * A decision of this project where the printed rules are silent or disagree.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ReferenceBlockRuling".
 */
export interface ReferenceBlockRuling {
  kind: 'ruling';
  /**
   * The decision and its reason.
   */
  text: string;
}
/**
 * An addition of this project to the printed rules.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ReferenceBlockHouse".
 */
export interface ReferenceBlockHouse {
  kind: 'house';
  /**
   * Its contents.
   */
  text: string;
}
/**
 * An example.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ReferenceBlockExample".
 */
export interface ReferenceBlockExample {
  kind: 'example';
  /**
   * The course of it.
   */
  text: string;
}
/**
 * The signs and words of a board.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ReferenceBlockLegend".
 */
export interface ReferenceBlockLegend {
  kind: 'legend';
  /**
   * One after the other.
   */
  rows: LegendRow[];
}
/**
 * A sign and its meaning.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "LegendRow".
 */
export interface LegendRow {
  /**
   * The form in plain text; absent if it has none.
   */
  mark?: string | null;
  /**
   * Its name.
   */
  name: string;
  /**
   * The picture, as `:sign:` in a text names it; absent if boards draw none.
   */
  sign?: string | null;
  /**
   * Its meaning.
   */
  text: string;
}
/**
 * `GET /api/v1/rooms/{code}/replay`: a page of the updates that one viewer was shown of a match
 * that is over.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Replay".
 */
export interface Replay {
  /**
   * The `from` of the next page; null on the last one.
   */
  next?: number | null;
  /**
   * The updates, in order, as they came over the socket.
   */
  updates: ServerMessage[];
}
/**
 * The answer to `hello`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Welcome".
 */
export interface Welcome {
  /**
   * The time for which each seat's holder has been away, in milliseconds; null for one who is here
   * and for a bot. Left out unless a match runs and somebody is away.
   */
  away_ms?: (number | null)[];
  /**
   * The features of this server, by name: a newer client sends a field or a message that not every
   * server of version 1 takes only to those that name it here.
   */
  features?: Feature[];
  limits: Limits;
  /**
   * The version of the protocol: 1.
   */
  protocol: number;
  room: Room;
  /**
   * The server's version.
   */
  server: string;
  type: 'welcome';
  you: You;
}
/**
 * The limits in force; 0 means unlimited where a rate is meant.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Limits".
 */
export interface Limits {
  /**
   * The absence of an awaited opponent after which one may claim, in milliseconds.
   */
  absence_ms: number;
  /**
   * Longest line of chat, in characters.
   */
  chat_chars: number;
  /**
   * Messages that a socket may send at once before the server reads more slowly.
   */
  message_burst: number;
  /**
   * Largest client message, in bytes.
   */
  message_bytes: number;
  /**
   * Messages per second that a socket may send in the long run.
   */
  messages_per_second: number;
  /**
   * Longest name, in characters.
   */
  name_chars: number;
  /**
   * Most spectators of a room.
   */
  spectators: number;
}
/**
 * A room as everybody in it may see it.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Room".
 */
export interface Room {
  /**
   * The absence of an awaited opponent after which one may claim, in milliseconds.
   */
  absence_ms: number;
  /**
   * The seats that a running match asks something, each with the time since it does. Only a look
   * at the room shows it: whoever is in a match has its updates.
   */
  awaiting?: AwaitedSeat[];
  /**
   * Its code, for passing on to others.
   */
  code: string;
  /**
   * `true` if the server is one for authors of clients, with nothing at stake; left out elsewhere.
   */
  dev?: boolean;
  entropy?: Entropy;
  fairness: Fairness;
  /**
   * The game.
   */
  game: string;
  hints?: Hints;
  /**
   * The host's seat; null while no person holds one.
   */
  host?: number | null;
  /**
   * Its id.
   */
  id: string;
  /**
   * `true` if strangers see it in the list of rooms.
   */
  listed: boolean;
  /**
   * `true` if whoever has the code may watch.
   */
  may_watch?: boolean;
  /**
   * The game's options, with defaults filled in.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * The code of the room that continues this one, if a rematch was asked for.
   */
  rematch?: string | null;
  /**
   * Open requests.
   */
  requests: Request[];
  /**
   * The seats.
   */
  seats: Seat[];
  /**
   * The number of spectators.
   */
  spectators: number;
  state: RoomState;
  /**
   * The reason why the match is not provably dealt; left out where it is.
   */
  unproven?: Unproven | null;
  /**
   * The seats that have won a match that is over; nobody, where nobody did.
   */
  winners?: number[] | null;
}
/**
 * A seat that is asked something.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "AwaitedSeat".
 */
export interface AwaitedSeat {
  /**
   * The time since it is asked what it is asked now, in milliseconds; while a secret choice is open,
   * since that began for it.
   */
  for_ms: number;
  /**
   * The seat.
   */
  seat: number;
}
/**
 * The basis of this room's deal (scheme `vd1`).
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Fairness".
 */
export interface Fairness {
  /**
   * The attempt, from 0.
   */
  attempt: number;
  /**
   * The server's commitment of this attempt; empty where the match is not provably dealt.
   */
  commitment: string;
  /**
   * SHA-256 of the component data that the match is played with (`GET /api/v1/data/{digest}`).
   */
  data: string;
  /**
   * Milliseconds from now until the seats must have revealed, while sealing.
   */
  reveal_by_ms?: number | null;
  /**
   * Game id and rules version, for example `europe-divided/1`.
   */
  rules: string;
  /**
   * Always `vd1`.
   */
  scheme: string;
  /**
   * Each seat's contribution.
   */
  seats: SeatFairness[];
  /**
   * Attempts given up.
   */
  voided: VoidedAttempt[];
}
/**
 * A seat's contribution to the deal, in hex; null for nothing.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "SeatFairness".
 */
export interface SeatFairness {
  /**
   * The seat's commitment; null says that it brings no entropy.
   */
  commitment?: string | null;
  /**
   * The seat's entropy, once every committed seat has revealed its own.
   */
  entropy?: string | null;
}
/**
 * An attempt that was given up because a seat did not reveal.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "VoidedAttempt".
 */
export interface VoidedAttempt {
  /**
   * Its number.
   */
  attempt: number;
  /**
   * The server's commitment of that attempt.
   */
  commitment: string;
  /**
   * The seats that did not reveal.
   */
  missing: number[];
  /**
   * The seats' contributions.
   */
  seats: SeatFairness[];
  /**
   * The secret it committed to.
   */
  server_secret: string;
}
/**
 * Something a seat has asked of the others.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Request".
 */
export interface Request {
  /**
   * The seats that have agreed so far.
   */
  agreed?: number[];
  /**
   * The asking seat.
   */
  by: number;
  /**
   * Its id: that of the message that asks.
   */
  id: string;
  /**
   * The thing asked for, for example `pause`.
   */
  kind: string;
  /**
   * For `undo`: the number of moves that would be taken back.
   */
  moves?: number | null;
  /**
   * For `undo`: the entry whose state the match would return to.
   */
  to?: number | null;
  /**
   * The match time at which it lapses.
   */
  until_ms: number;
}
/**
 * A seat of a room.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Seat".
 */
export interface Seat {
  /**
   * The last entry before the server's bot began to play on for the program that had the seat; left
   * out where none does.
   */
  bot_from?: number | null;
  /**
   * The state of its coach; left out where nobody may coach it.
   */
  coach?: CoachState | null;
  /**
   * `true` if its holder is connected.
   */
  connected: boolean;
  /**
   * The number of hints that its holder has had.
   */
  hints?: number;
  kind: SeatKind;
  /**
   * The level of its bot; bots only.
   */
  level?: BotLevel | null;
  /**
   * Its holder's name; null when it is free.
   */
  name?: string | null;
  /**
   * The program's words about itself; programs only.
   */
  program?: Program | null;
  /**
   * `true` if its holder is ready.
   */
  ready: boolean;
  /**
   * Its number, from 0.
   */
  seat: number;
}
/**
 * It goes on from an entry of a match that is over.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "UnprovenPractice".
 */
export interface UnprovenPractice {
  /**
   * The code that the other match's room had.
   */
  from: string;
  kind: 'practice';
  /**
   * The last entry that both matches have.
   */
  seq: number;
}
/**
 * The server is one for authors of clients: each of its deals follows from this seed.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "UnprovenDev".
 */
export interface UnprovenDev {
  kind: 'dev';
  /**
   * The seed.
   */
  seed: number;
}
/**
 * It is a lesson: its deal is the same for everybody.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "UnprovenLesson".
 */
export interface UnprovenLesson {
  kind: 'lesson';
  /**
   * The lesson's name within the game.
   */
  lesson: string;
}
/**
 * One that this server does not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "UnknownUnproven".
 */
export interface UnknownUnproven {
  kind: string;
}
/**
 * A seat's holder.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "YouSeat".
 */
export interface YouSeat {
  seat: number;
}
/**
 * A spectator; always `true`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "YouSpectator".
 */
export interface YouSpectator {
  spectator: boolean;
}
/**
 * The coach of this seat: a guest who sees what the seat sees, and points.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "YouCoach".
 */
export interface YouCoach {
  coach: number;
}
/**
 * The room, whenever it changes.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ServerMessageRoom".
 */
export interface ServerMessageRoom {
  room: Room;
  type: 'room';
}
/**
 * The match as one viewer may see it. `public` and `private` are always complete, never a
 * difference.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Update".
 */
export interface Update {
  /**
   * The seats that must act.
   */
  awaiting: number[];
  /**
   * The match time at which the next deadline falls due.
   */
  deadline_ms?: number | null;
  /**
   * The number of this seat's open question; absent without one.
   */
  decision?: number | null;
  /**
   * The events since the viewer's last update.
   */
  events: Event[];
  /**
   * Present if older events were left out: the first `seq` whose events are included.
   */
  events_from?: number | null;
  /**
   * The log chain's head after that entry (64 hex digits).
   */
  head: string;
  /**
   * Match time, in milliseconds.
   */
  now_ms: number;
  /**
   * The seat's legal commands; absent for spectators.
   */
  offers?: Offer[] | null;
  /**
   * The end, once there is one.
   */
  outcome?: Outcome | null;
  /**
   * `true` while match time stands still.
   */
  paused?: boolean;
  /**
   * The private view: everything that only this seat may see; absent for spectators.
   */
  private?: {
    [k: string]: unknown;
  };
  /**
   * The public view: everything that everybody may see.
   */
  public: {
    [k: string]: unknown;
  };
  /**
   * The last entry this viewer may know of. While a secret simultaneous choice is open, other
   * people's entries do not advance it.
   */
  seq: number;
  /**
   * `true` if that question takes any number of commands, one after the other, until something else
   * closes it; otherwise it takes one.
   */
  standing?: boolean;
  type: 'update';
  /**
   * The moves that this seat may take back, or may ask the others to let it take back.
   */
  undo?: TakeBack | null;
}
/**
 * One occurrence in a match, as its audience may know it.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Event".
 */
export interface Event {
  /**
   * The rule it rests on.
   */
  rule?: string | null;
  /**
   * The entry that caused it; 0 is the set-up.
   */
  seq: number;
  /**
   * One sentence.
   */
  text: string;
  /**
   * The kind of event; each game has its own.
   */
  type: string;
  [k: string]: unknown;
}
/**
 * One thing that a seat may do now.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Offer".
 */
export interface Offer {
  /**
   * The command, with placeholders where the seat has a choice.
   */
  command: {
    [k: string]: unknown;
  };
  /**
   * `true` when a client should ask before it sends the command: what it gives away or puts to
   * chance cannot be taken back freely.
   */
  final?: boolean;
  /**
   * `true` when the game may still refuse a command that fits, with a typed code.
   */
  loose?: boolean;
  /**
   * The rule it rests on.
   */
  rule: string;
  /**
   * One sentence, with the price.
   */
  text: string;
}
/**
 * The part of the log that a seat may take back: its newest move, and everything after it.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "TakeBack".
 */
export interface TakeBack {
  /**
   * `true` if it needs nobody's consent.
   */
  free: boolean;
  /**
   * The entry whose state the match would return to.
   */
  to: number;
}
/**
 * The answer to `hint`, for the asking seat alone.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Hint".
 */
export interface Hint {
  /**
   * Up to three commands, the best first.
   */
  advice: Advice[];
  /**
   * The decision that it is about.
   */
  decision: number;
  /**
   * The client's id.
   */
  id: string;
  type: 'hint';
}
/**
 * A command that a mind would consider.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Advice".
 */
export interface Advice {
  /**
   * The seat's chance to win after it.
   */
  chance: number;
  /**
   * The command.
   */
  command: {
    [k: string]: unknown;
  };
  /**
   * The changes that all of them make, the most important first.
   */
  reasons: AdviceReason[];
  /**
   * The rule that it rests on.
   */
  rule: string;
  /**
   * The command in words.
   */
  text: string;
  /**
   * The commands with which the mind would go on in the same turn, in words.
   */
  then?: string[];
  /**
   * The number of guesses in which it was tried: the more, the surer the chance.
   */
  tried: number;
}
/**
 * A reason for a command or against it.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "AdviceReason".
 */
export interface AdviceReason {
  /**
   * The chance that it comes so, in ten-thousandths; absent where it is certain.
   */
  chance?: number | null;
  /**
   * The rule that it rests on.
   */
  rule: string;
  /**
   * One sentence.
   */
  text: string;
}
/**
 * The answer to `preview`, for the asking seat alone.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Preview".
 */
export interface Preview {
  /**
   * The decision that it is about.
   */
  decision: number;
  /**
   * The client's id.
   */
  id: string;
  /**
   * The changes that the command would make, the most important first.
   */
  reasons: AdviceReason[];
  type: 'preview';
}
/**
 * The step that a lesson has reached.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "LessonStep".
 */
export interface LessonStep {
  awaits: LessonAwaits;
  /**
   * `true` if `back` is possible.
   */
  back: boolean;
  /**
   * A hint for whoever has done nothing for a while.
   */
  hint?: string | null;
  /**
   * Time after which to show the hint, in milliseconds.
   */
  hint_after_ms: number;
  /**
   * The step's own id; empty once the lesson is over.
   */
  id: string;
  kind?: LessonKind;
  /**
   * The lesson's name within its game.
   */
  lesson: string;
  /**
   * The lesson that comes after this one, once this one is over.
   */
  next?: string | null;
  /**
   * Ids in the views, and parts of the screen, that the text is about.
   */
  points: string[];
  /**
   * The anchor in the rules that says more.
   */
  rule?: string | null;
  /**
   * The text of the step.
   */
  say: string;
  /**
   * `true` if `skip` is possible.
   */
  skip: boolean;
  /**
   * The number of the step, from 0; that of all steps once the lesson is over.
   */
  step: number;
  /**
   * Number of all steps.
   */
  steps: number;
  /**
   * Its title.
   */
  title: string;
  type: 'lesson';
}
/**
 * A coach points: to the pupil and to the coach, nobody else.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ServerMessagePoint".
 */
export interface ServerMessagePoint {
  /**
   * The things pointed at, by the view's own identifiers; none any more if there are none.
   */
  at: string[];
  /**
   * A line beside it.
   */
  text?: string | null;
  type: 'point';
}
/**
 * A line of chat.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ChatLine".
 */
export interface ChatLine {
  from: You;
  /**
   * The speaker's name.
   */
  name: string;
  /**
   * The line.
   */
  text: string;
  type: 'chat';
}
/**
 * The answer to `ping`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ServerMessagePong".
 */
export interface ServerMessagePong {
  /**
   * The client's nonce.
   */
  nonce: number;
  type: 'pong';
}
/**
 * Something that is no answer to a message with an id.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ServerMessageError".
 */
export interface ServerMessageError {
  code: Code;
  /**
   * The reason, for people.
   */
  detail: string;
  /**
   * The message that it answers; left out where it answers none that could be read.
   */
  re?: Re | null;
  /**
   * The delay after which trying again may help, in milliseconds.
   */
  retry_after_ms?: number | null;
  type: 'error';
}
/**
 * The message of the client that an `error` answers.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Re".
 */
export interface Re {
  /**
   * Its id, where it had one.
   */
  id?: string | null;
  /**
   * Its `type`.
   */
  type: string;
}
/**
 * The server is about to close this socket.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "ServerMessageClosing".
 */
export interface ServerMessageClosing {
  /**
   * The reason.
   */
  reason: string;
  /**
   * The address of another server of the same rooms, `http` or `https`, to which the paths of
   * routes are added: who can may come back there. Absent: to the same address.
   */
  reconnect?: string | null;
  /**
   * The delay after which to come back, in milliseconds.
   */
  retry_after_ms?: number | null;
  type: 'closing';
}
/**
 * One that this server does not know.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "UnknownServerMessage".
 */
export interface UnknownServerMessage {
  type: string;
}
/**
 * `GET /api/v1/rooms`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Rooms".
 */
export interface Rooms {
  /**
   * The `after` of the next page; left out on the last one.
   */
  next?: string | null;
  /**
   * Listed rooms that wait for players or may be watched.
   */
  rooms: Room[];
}
/**
 * The answer to taking a seat: the only time the token is shown.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "Seated".
 */
export interface Seated {
  room: Room;
  /**
   * The seat.
   */
  seat: number;
  /**
   * The seat's token; whoever has it plays for the seat.
   */
  token: string;
}
/**
 * `PUT .../notify`: where the seat wants its notices beside its devices; with neither field, nowhere.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "SetNotify".
 */
export interface SetNotify {
  /**
   * The address to which the server writes, once its owner has agreed; at most 254 bytes.
   */
  email?: string | null;
  /**
   * The address that is called, at most 1000 bytes.
   */
  webhook?: string | null;
}
/**
 * Options that a room of any game without a clock may set, besides the game's own.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "TableOptions".
 */
export interface TableOptions {
  undo?: UndoPolicy;
}
/**
 * `POST /api/v1/rooms/{code}/seats`.
 *
 * This interface was referenced by `EntenteProtocolVersion1`'s JSON-Schema
 * via the `definition` "TakeSeat".
 */
export interface TakeSeat {
  /**
   * The player's name.
   */
  name: string;
  /**
   * Given by a program that takes the seat.
   */
  program?: Program | null;
  /**
   * The seat wanted; default the first free one.
   */
  seat?: SeatPreference | null;
}
