# Made from the server's JSON Schema by tools/make_types.py: do not edit.
"""Everything on the wire, as types: what the server sends and what it reads.

They are for type checkers and editors; at runtime every value is plain JSON. New fields, and new values of
words, may come within version 1 of the protocol: ignore what you do not know.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

from typing_extensions import NotRequired

Model: TypeAlias = Any


class AddDevice(TypedDict):
    """
    `POST .../devices`: a browser that wants the seat's notices, as its push service knows it.
    """

    auth: str
    """
    The subscription's secret, 16 bytes in base64url without padding.
    """
    endpoint: str
    """
    The address of its subscription at the push service, at most 1000 bytes.
    """
    p256dh: str
    """
    The subscription's public key, 65 bytes in base64url without padding.
    """


class AddProgram(TypedDict):
    """
    `POST /api/v1/rooms/{code}/seats/{seat}/program`.
    """

    program: str
    """
    The id of its announcement.
    """


class AdviceReason(TypedDict):
    """
    A reason for a command or against it.
    """

    chance: NotRequired[int | None]
    """
    The chance that it comes so, in ten-thousandths; absent where it is certain.
    """
    rule: str
    """
    The rule that it rests on.
    """
    text: str
    """
    One sentence.
    """


class AnalysisProgress(TypedDict):
    """
    The answer while an analysis is being made: ask again.
    """

    done: int
    """
    Number of entries that have been analysed.
    """
    entries: int
    """
    Number of all entries.
    """
    retry_after_ms: int
    """
    The delay after which to ask again, in milliseconds.
    """


class AwaitedSeat(TypedDict):
    """
    A seat that is asked something.
    """

    for_ms: int
    """
    The time since it is asked what it is asked now, in milliseconds; while a secret choice is open,
    since that began for it.
    """
    seat: int
    """
    The seat.
    """


BalanceOfPowerCard: TypeAlias = Literal['card-southern-france', 'card-northern-france', 'card-belgium', 'card-netherlands', 'card-germany', 'card-ireland', 'card-united-kingdom', 'card-norway', 'card-sweden', 'card-finland', 'card-denmark', 'card-switzerland', 'card-italy', 'card-austria', 'card-slovenia', 'card-prussia', 'card-lithuania', 'card-latvia', 'card-estonia', 'card-poland', 'card-czech-republic', 'card-slovakia', 'card-hungary', 'card-romania', 'card-moldova', 'card-belarus', 'card-western-ukraine', 'card-eastern-ukraine', 'card-northern-russia', 'card-southern-russia', 'plain-1', 'plain-2']
"""
A card. Those with a territory come first, in the order of the territories.
"""


class BalanceOfPowerChartView(TypedDict):
    """
    A chart of defeated troops.
    """

    capacity: int
    """
    The most it holds.
    """
    troops: int
    """
    Troops on it.
    """


class BalanceOfPowerCharts(TypedDict):
    """
    The charts of defeated troops.
    """

    blue: BalanceOfPowerChartView
    """
    Blue's.
    """
    neutral: BalanceOfPowerChartView
    """
    The neutral army's.
    """
    red: BalanceOfPowerChartView
    """
    Red's.
    """


BalanceOfPowerColour: TypeAlias = Literal['red', 'blue']
"""
A player's colour.
"""


class BalanceOfPowerCommandAuto(TypedDict):
    """
    Has the deal place a balanced map (Command Room).
    """

    type: Literal['auto']


class BalanceOfPowerCommandChoose(TypedDict):
    """
    Chooses the seat's colour, and which colour goes first (Command Room).
    """

    colour: BalanceOfPowerColour
    """
    The seat's colour.
    """
    first: BalanceOfPowerColour
    """
    The colour that goes first.
    """
    type: Literal['choose']


class BalanceOfPowerCommandDecline(TypedDict):
    """
    Forgoes neutral resistance: the neutral chart is emptied.
    """

    type: Literal['decline']


class BalanceOfPowerCommandDone(TypedDict):
    """
    Buys no further combat support.
    """

    type: Literal['done']


class BalanceOfPowerCommandEndAttack(TypedDict):
    """
    Makes no further attack this turn.
    """

    type: Literal['end_attack']


class BalanceOfPowerCommandHandIn(TypedDict):
    """
    Hands cards in for troops, once a turn before the first troop is placed.
    """

    cards: list[BalanceOfPowerCard]
    """
    The cards; their stars sum to 2 to 10.
    """
    type: Literal['hand_in']


class BalanceOfPowerCommandKeep(TypedDict):
    """
    Keeps the dice of the roll.
    """

    type: Literal['keep']


class BalanceOfPowerCommandOccupy(TypedDict):
    """
    Moves troops into the conquered territory.
    """

    troops: int
    """
    The number of troops.
    """
    type: Literal['occupy']


class BalanceOfPowerCommandReroll(TypedDict):
    """
    Reconnaissance: throws one attack die again; the new value counts.
    """

    die: int
    """
    Its position in the roll as shown, from 0.
    """
    type: Literal['reroll']


class BalanceOfPowerCommandResist(TypedDict):
    """
    Rolls for neutral resistance.
    """

    type: Literal['resist']


class BalanceOfPowerCommandSkip(TypedDict):
    """
    Skips an optional step: collecting, the manoeuvre.
    """

    type: Literal['skip']


class BalanceOfPowerConditionCities(TypedDict):
    """
    Cities.
    """

    count: int
    """
    The number of cities.
    """
    hold: Literal['cities']


class BalanceOfPowerConditionNoNeutral(TypedDict):
    """
    No neutral troop is on the map.
    """

    hold: Literal['no_neutral']


class BalanceOfPowerConditionRegions(TypedDict):
    """
    Every territory of some regions.
    """

    count: int
    """
    The number of regions.
    """
    hold: Literal['regions']


class BalanceOfPowerConditionRough(TypedDict):
    """
    Territories with rough terrain.
    """

    count: int
    """
    The number of territories.
    """
    hold: Literal['rough']


class BalanceOfPowerConditionSeaLines(TypedDict):
    """
    Every territory that a sea-line touches.
    """

    hold: Literal['sea_lines']


BalanceOfPowerEdgeKind: TypeAlias = Literal['land', 'sea']
"""
The way in which two territories border each other.
"""


class BalanceOfPowerEventCardDrawn(TypedDict):
    """
    A player drew a card.
    """

    colour: BalanceOfPowerColour
    """
    The player's colour.
    """
    type: Literal['card_drawn']


class BalanceOfPowerEventCardSeen(TypedDict):
    """
    The card drawn, for its owner alone.
    """

    card: BalanceOfPowerCard
    """
    The card.
    """
    type: Literal['card_seen']


class BalanceOfPowerEventColourChosen(TypedDict):
    """
    A seat chose its colour and who goes first (Command Room).
    """

    colour: BalanceOfPowerColour
    """
    Its colour.
    """
    first: BalanceOfPowerColour
    """
    The colour that goes first.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['colour_chosen']


class BalanceOfPowerEventDeckShuffled(TypedDict):
    """
    The discards were shuffled into a new deck.
    """

    cards: int
    """
    The number of cards.
    """
    type: Literal['deck_shuffled']


class BalanceOfPowerEventDrafted(TypedDict):
    """
    The draft was counted.
    """

    base: int
    """
    Troops for territories and cities.
    """
    capitals: int
    """
    Troops for capitals.
    """
    colour: BalanceOfPowerColour
    """
    The player's colour.
    """
    regions: int
    """
    Troops for whole regions.
    """
    type: Literal['drafted']


class BalanceOfPowerEventFirstPlayer(TypedDict):
    """
    It is settled who goes first (Basic Training).
    """

    colour: BalanceOfPowerColour
    """
    The player's colour.
    """
    drawn: bool
    """
    `true` if the deal drew it.
    """
    type: Literal['first_player']


AttackItem: TypeAlias = int


DefenceItem: TypeAlias = int


class BalanceOfPowerEventHandedIn(TypedDict):
    """
    Cards were handed in.
    """

    cards: list[BalanceOfPowerCard]
    """
    The cards.
    """
    colour: BalanceOfPowerColour
    """
    The player's colour.
    """
    stars: int
    """
    Their stars.
    """
    troops: int
    """
    Troops they earn.
    """
    type: Literal['handed_in']


class BalanceOfPowerEventPlacerDrawn(TypedDict):
    """
    The seat that places the map was drawn (Command Room).
    """

    seat: int
    """
    The seat.
    """
    type: Literal['placer_drawn']


class BalanceOfPowerEventRerolled(TypedDict):
    """
    Reconnaissance: an attack die was thrown again.
    """

    die: int
    """
    Its position in the roll, from 0.
    """
    now: int
    """
    The value that it shows now.
    """
    type: Literal['rerolled']
    was: int
    """
    The value that it showed before.
    """


class BalanceOfPowerEventResistanceDeclined(TypedDict):
    """
    Nobody rolled for neutral resistance; the chart is emptied.
    """

    chart: int
    """
    Troops that left it.
    """
    type: Literal['resistance_declined']


Die: TypeAlias = int


class BalanceOfPowerEventResistanceRolled(TypedDict):
    """
    Two dice were thrown for neutral resistance.
    """

    chart: int
    """
    Troops on the neutral chart.
    """
    dice: list[Die]
    """
    The dice.
    """
    needed: int
    """
    The sum that the dice had to reach.
    """
    returning: int
    """
    Troops that return to the map.
    """
    type: Literal['resistance_rolled']


class BalanceOfPowerEventTurnBegan(TypedDict):
    """
    A player's turn begins.
    """

    colour: BalanceOfPowerColour
    """
    The player's colour.
    """
    turn: int
    """
    Counted over both players, from 1.
    """
    type: Literal['turn_began']


BalanceOfPowerFavouredSeat: TypeAlias = Literal['first_seat', 'second_seat']
"""
The seat that a handicap favours.
"""


BalanceOfPowerFirst: TypeAlias = Literal['set_up', 'drawn', 'red', 'blue']
"""
The colour that goes first in Basic Training.
"""


class BalanceOfPowerLastRollResistance(TypedDict):
    """
    For neutral resistance.
    """

    dice: list[Die]
    """
    The two dice.
    """
    kind: Literal['resistance']
    needed: int
    """
    The sum that the dice had to reach.
    """


class BalanceOfPowerNeutralView(TypedDict):
    """
    The neutral army.
    """

    territories: int
    """
    Territories held.
    """
    troops: int
    """
    Troops on the map.
    """


BalanceOfPowerObjective: TypeAlias = Literal['yellow_region', 'orange_region', 'purple_region', 'green_region', 'two_regions', 'sea_line_6', 'rough_6', 'cities_6', 'naval_base', 'satellites', 'swiss_vault', 'eliminate_neutral']
"""
An objective.
"""


BalanceOfPowerOptionalStep: TypeAlias = Literal['attack', 'collect', 'manoeuvre', 'support']
"""
A step that may be skipped.
"""


BalanceOfPowerOwner: TypeAlias = Literal['red', 'blue', 'neutral']
"""
The owner of troops; every territory has one.
"""


class BalanceOfPowerPrivate(TypedDict):
    """
    The private view: everything that only one seat may see.
    """

    colour: NotRequired[BalanceOfPowerColour | None]
    """
    The seat's colour; null before it is chosen.
    """
    hand: list[BalanceOfPowerCard]
    """
    Its hand, sorted.
    """


BalanceOfPowerPromptKind: TypeAlias = Literal['place_map', 'choose', 'resist', 'return_troops', 'support', 'draft', 'attack', 'reroll', 'occupy', 'collect', 'manoeuvre', 'nothing']
"""
The kinds of questions.
"""


BalanceOfPowerRegion: TypeAlias = Literal['green', 'purple', 'yellow', 'blue', 'brown', 'orange']
"""
A region: territories that earn a bonus together.
"""


class BalanceOfPowerRegionBonus(TypedDict):
    """
    A region held whole.
    """

    bonus: int
    """
    Troops it earns.
    """
    region: BalanceOfPowerRegion
    """
    The region.
    """


BalanceOfPowerSite: TypeAlias = Literal['swiss_vault', 'naval_base', 'satellite_centre']
"""
A site; objectives ask for them.
"""


BalanceOfPowerStage: TypeAlias = Literal['place_map', 'choose', 'resistance', 'support', 'draft', 'attack', 'collect', 'manoeuvre', 'over']
"""
The parts of a turn.
"""


BalanceOfPowerSupport: TypeAlias = Literal['reconnaissance', 'start_manoeuvre', 'neutral_attack', 'special_unit']
"""
A kind of combat support (Command Room).
"""


class BalanceOfPowerSupportView(TypedDict):
    """
    A kind of combat support.
    """

    active: bool
    """
    `true` if it still has an effect this turn.
    """
    bought: bool
    """
    `true` if it was bought this turn.
    """
    kind: BalanceOfPowerSupport
    """
    The kind of support.
    """
    price: int
    """
    Troops that it costs from the buyer's own chart.
    """


BalanceOfPowerTerritory: TypeAlias = Literal['southern_france', 'northern_france', 'belgium', 'netherlands', 'germany', 'ireland', 'united_kingdom', 'norway', 'sweden', 'finland', 'denmark', 'switzerland', 'italy', 'austria', 'slovenia', 'prussia', 'lithuania', 'latvia', 'estonia', 'poland', 'czech_republic', 'slovakia', 'hungary', 'romania', 'moldova', 'belarus', 'western_ukraine', 'eastern_ukraine', 'northern_russia', 'southern_russia']
"""
A territory of the board.
"""


class BalanceOfPowerTerritoryCounts(TypedDict):
    """
    The positive counts of each; those with none are left out.
    """

    austria: NotRequired[int]
    belarus: NotRequired[int]
    belgium: NotRequired[int]
    czech_republic: NotRequired[int]
    denmark: NotRequired[int]
    eastern_ukraine: NotRequired[int]
    estonia: NotRequired[int]
    finland: NotRequired[int]
    germany: NotRequired[int]
    hungary: NotRequired[int]
    ireland: NotRequired[int]
    italy: NotRequired[int]
    latvia: NotRequired[int]
    lithuania: NotRequired[int]
    moldova: NotRequired[int]
    netherlands: NotRequired[int]
    northern_france: NotRequired[int]
    northern_russia: NotRequired[int]
    norway: NotRequired[int]
    poland: NotRequired[int]
    prussia: NotRequired[int]
    romania: NotRequired[int]
    slovakia: NotRequired[int]
    slovenia: NotRequired[int]
    southern_france: NotRequired[int]
    southern_russia: NotRequired[int]
    sweden: NotRequired[int]
    switzerland: NotRequired[int]
    united_kingdom: NotRequired[int]
    western_ukraine: NotRequired[int]


class BalanceOfPowerTerritoryView(TypedDict):
    """
    A territory.
    """

    capital: NotRequired[BalanceOfPowerColour | None]
    """
    The colour whose capital is here.
    """
    city: bool
    """
    `true` if a city lies here.
    """
    owner: BalanceOfPowerOwner
    """
    The owner of the troops here.
    """
    region: BalanceOfPowerRegion
    """
    Its region.
    """
    rough: bool
    """
    `true` if the terrain is rough: at most two dice attack into it.
    """
    site: NotRequired[BalanceOfPowerSite | None]
    """
    The site that lies here.
    """
    troops: int
    """
    The number of troops; 0 only before the map is placed.
    """


BalanceOfPowerVersion: TypeAlias = Literal['basic_training', 'command_room']
"""
A version of the game.
"""


class BestCommand(TypedDict):
    """
    A command that would have been better.
    """

    command: Any
    """
    The command.
    """
    text: str
    """
    The command in words.
    """


ClaimOutcome: TypeAlias = Literal['win', 'abandoned']
"""
The outcome that a claimant asks for.
"""


class ClientMessageChat(TypedDict):
    """
    A line of chat.
    """

    text: str
    """
    The line, at most 500 characters.
    """
    type: Literal['chat']


class ClientMessageClaim(TypedDict):
    """
    Ends a match whose awaited opponent has been away for too long.
    """

    id: str
    """
    The client's id of this message.
    """
    outcome: ClaimOutcome
    """
    The outcome claimed.
    """
    type: Literal['claim']


class ClientMessageCoach(TypedDict):
    """
    Asks the others whether a guest may coach this seat; or ends that.
    """

    id: str
    """
    The client's id of this message.
    """
    type: Literal['coach']
    want: bool
    """
    `true` to ask, `false` to end it.
    """


class ClientMessageCommand(TypedDict):
    """
    A move.
    """

    command: Any
    """
    The game's command.
    """
    decision: int
    """
    The decision it answers.
    """
    id: str
    """
    The client's id of this command; a repeated id gets the first answer again.
    """
    type: Literal['command']


class ClientMessageConsent(TypedDict):
    """
    Answers another seat's request; withdraws one's own.
    """

    agree: bool
    """
    Yes or no.
    """
    id: str
    """
    The client's id of this message.
    """
    request: str
    """
    The request.
    """
    type: Literal['consent']


class ClientMessageHello(TypedDict):
    """
    The first message: takes a seat, or watches.
    """

    after: NotRequired[int | None]
    """
    The last `seq` that the client has.
    """
    token: NotRequired[str | None]
    """
    The seat's token; a client without one watches.
    """
    type: Literal['hello']


class ClientMessageHint(TypedDict):
    """
    Asks what a mind would do.
    """

    decision: int
    """
    The decision that it is about.
    """
    id: str
    """
    The client's id of this message.
    """
    type: Literal['hint']


class ClientMessagePause(TypedDict):
    """
    Asks to pause a timed match, or to go on.
    """

    id: str
    """
    The client's id of this message.
    """
    type: Literal['pause']
    want: bool
    """
    `true` to pause, `false` to go on.
    """


class ClientMessagePing(TypedDict):
    """
    Asks for a `pong`.
    """

    nonce: int
    """
    Comes back unchanged.
    """
    type: Literal['ping']


AtItem: TypeAlias = str


class ClientMessagePoint(TypedDict):
    """
    A coach points at things of the table, for the pupil alone.
    """

    at: list[AtItem]
    """
    The things, by the view's own identifiers: at most 8 of at most 64 characters; none points at
    nothing any more.
    """
    text: NotRequired[str | None]
    """
    A line beside it, at most 500 characters.
    """
    type: Literal['point']


class ClientMessagePreview(TypedDict):
    """
    Asks what a command would change.
    """

    command: Any
    """
    The game's command.
    """
    decision: int
    """
    The decision that it would answer.
    """
    id: str
    """
    The client's id of this message.
    """
    type: Literal['preview']


class ClientMessageReady(TypedDict):
    """
    In the lobby: this seat is ready.
    """

    commitment: NotRequired[str | None]
    """
    A commitment to this seat's entropy (64 hex digits).
    """
    id: NotRequired[str | None]
    """
    The client's id of this message; with one it is answered by `accepted` or `rejected`.
    """
    type: Literal['ready']


class ClientMessageResign(TypedDict):
    """
    Gives up the match.
    """

    id: str
    """
    The client's id of this message.
    """
    type: Literal['resign']


class ClientMessageReveal(TypedDict):
    """
    Opens the commitment while the room is sealing.
    """

    entropy: str
    """
    The seat's entropy (64 hex digits).
    """
    id: NotRequired[str | None]
    """
    The client's id of this message; with one it is answered by `accepted` or `rejected`.
    """
    type: Literal['reveal']


class ClientMessageUndo(TypedDict):
    """
    Takes entries back.
    """

    id: str
    """
    The client's id of this message.
    """
    to: int
    """
    The `seq` to go back to.
    """
    type: Literal['undo']


CoachState: TypeAlias = Literal['invited', 'here']
"""
The state of a seat's coach.
"""


CommandRequest: TypeAlias = ClientMessageCommand | ClientMessageReady | ClientMessageReveal | ClientMessageUndo | ClientMessageResign | ClientMessageClaim | ClientMessagePause | ClientMessageConsent
"""
A message that goes over HTTP too, with an `id`.
"""


Entropy: TypeAlias = Literal['optional', 'required']
"""
The requirement on people to bring entropy to the deal.
"""


EuropeCarryOver: TypeAlias = Literal['none', 'all']
"""
Cubes that stay with their players between rounds.
"""


EuropeCitizen: TypeAlias = Literal['c1-1', 'c1-2', 'c1-3', 'c1-4', 'c1-5', 'c1-6', 'c1-7', 'c1-8', 'c1-9', 'c1-10', 'c1-11', 'c1-12', 'c1-13', 'c1-14', 'c1-15', 'c1-16', 'c1-17', 'c1-18', 'c1-19', 'c1-20', 'c2-1', 'c2-2', 'c2-3', 'c3-1', 'c3-2', 'c3-3', 'c4-1', 'c4-2', 'c4-3', 'c5-1', 'c5-2', 'c5-3', 'c6-1', 'c6-2', 'c6-3', 'c7-1', 'c7-2', 'c8-1', 'c8-2', 'c9-1', 'c9-2', 'c10-1', 'c10-2', 'c10-3', 'c10-4', 'c10-5', 'c10-6', 'c10-7', 'c10-8', 'c10-9', 'c10-10', 'c10-11', 'c10-12', 'c10-13', 'c10-14', 'c10-15', 'c10-16', 'c10-17', 'c10-18', 'c11-1', 'c11-2', 'c12-1', 'c12-2', 'c13-1', 'c13-2', 'c14-1', 'c14-2', 'c15-1', 'c15-2', 'c16-1', 'c16-2', 'c17-1', 'c17-2', 'c18-1', 'c18-2', 'c19-1', 'c19-2', 'c20-1', 'c20-2', 'c21-1', 'c21-2', 'c22-1', 'c22-2']
"""
A citizen card: its type and the number of the copy. The deck says which copies are in play;
each type has as many as any deck uses.
"""


EuropeCitizenDeck: TypeAlias = Literal['standard', 'gentle', 'seed_only']
"""
Citizens in play.
"""


EuropeCitizenKind: TypeAlias = Literal['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9', 'c10', 'c11', 'c12', 'c13', 'c14', 'c15', 'c16', 'c17', 'c18', 'c19', 'c20', 'c21', 'c22']
"""
A type of citizen card.
"""


class EuropeCitizenOutcomeFailed(TypedDict):
    """
    Its needs were not met, and the dice did not reach the target: one happiness lost.
    """

    dice: list[Die]
    """
    The dice.
    """
    kind: Literal['failed']
    target: int
    """
    The sum that the dice had to reach.
    """


class EuropeCitizenOutcomePlacated(TypedDict):
    """
    Its needs were not met, and the dice reached the target: nothing lost.
    """

    dice: list[Die]
    """
    The dice.
    """
    kind: Literal['placated']
    target: int
    """
    The sum that the dice had to reach.
    """


EuropeClosedBecause: TypeAlias = Literal['accepted', 'declined', 'cancelled', 'expired', 'unfunded', 'coin_blocked', 'resigned', 'round_over']
"""
The reason why an offer is closed.
"""


class EuropeCommandChoose(TypedDict):
    """
    Keeps citizens of those dealt, and reveals the dealt resource card or not (secret until all
    have chosen; final).
    """

    hidden: NotRequired[EuropeCitizen | None]
    """
    The one of them kept face down; absent when none is.
    """
    keep: list[EuropeCitizen]
    """
    The citizens kept.
    """
    reveal_resource: bool
    """
    `true` if the resource card is revealed.
    """
    type: Literal['choose']


class EuropeCommandChooseDrawn(TypedDict):
    """
    Keeps citizens of those drawn.
    """

    hidden: NotRequired[EuropeCitizen | None]
    """
    The one of them kept face down; absent when none is.
    """
    keep: list[EuropeCitizen]
    """
    The citizens kept.
    """
    type: Literal['choose_drawn']


class EuropeCommandDevelopBlind(TypedDict):
    """
    Rapid Development: buys the top resource card of the deck, unseen.
    """

    type: Literal['develop_blind']


class EuropeCommandDrawCitizens(TypedDict):
    """
    Draws three citizens to choose from.
    """

    type: Literal['draw_citizens']


class EuropeCommandOfferAccept(TypedDict):
    """
    Accepts an offer: the swap happens at once.
    """

    offer_id: int
    """
    The offer.
    """
    type: Literal['offer_accept']


class EuropeCommandOfferCancel(TypedDict):
    """
    Withdraws one of the seat's own offers.
    """

    offer_id: int
    """
    The offer.
    """
    type: Literal['offer_cancel']


class EuropeCommandOfferDecline(TypedDict):
    """
    Turns an offer down.
    """

    offer_id: int
    """
    The offer.
    """
    type: Literal['offer_decline']


class EuropeCommandReady(TypedDict):
    """
    Says that this seat wants nothing more before the next crisis or the end of the round.
    """

    ready: bool
    """
    Ready, or no longer.
    """
    type: Literal['ready']


class EuropeCommandRevealCitizen(TypedDict):
    """
    Turns the seat's face-down citizen up.
    """

    id: EuropeCitizen
    """
    The citizen.
    """
    type: Literal['reveal_citizen']


class EuropeCommandRevealResource(TypedDict):
    """
    Turns the seat's face-down resource card up.
    """

    type: Literal['reveal_resource']


class EuropeCopies(TypedDict):
    """
    The number of copies of a citizen in each deck.
    """

    gentle: int
    """
    The gentle deck.
    """
    seed_only: int
    """
    The deck of the printed types alone.
    """
    standard: int
    """
    The standard deck.
    """


EuropeCount: TypeAlias = Literal['cubes_each', 'coin_total', 'starting_cards_2', 'starting_cards_3', 'starting_cards_4', 'blind_discount']
"""
The subject of a count in the data.
"""


EuropeCountry: TypeAlias = Literal['AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE', 'IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE']
"""
A member state of the European Union, by its two letters.
"""


EuropeCrisis: TypeAlias = Literal['stockpile', 'earthquake', 'tsunami', 'emigration', 'water_framework', 'solidarity_fund', 'working_conditions', 'open_borders', 'drought', 'storm_damage', 'fuel_shortage', 'livestock_plague', 'influx', 'currency_crisis']
"""
A crisis card.
"""


EuropeCrisisBonus: TypeAlias = Literal['citizens_and_crisis', 'citizens_only']
"""
Players who earn the bonus of a crisis.
"""


EuropeCrisisDeck: TypeAlias = Literal['full', 'seed_only']
"""
Crises in play.
"""


EuropeCrisisFailure: TypeAlias = Literal['no_bonus', 'lose_one_happiness']
"""
Price of leaving a debt of a crisis unpaid.
"""


EuropeCrisisKind: TypeAlias = Literal['directive', 'disaster']
"""
The duration of a crisis.
"""


class EuropeCrisisView(TypedDict):
    """
    A crisis in play.
    """

    bonus: int
    """
    The coin that it promises in its first round.
    """
    directive: bool
    """
    `true` if it stays for the rest of the match.
    """
    id: EuropeCrisis
    """
    The crisis.
    """
    this_round: bool
    """
    `true` if it was turned up this round.
    """


EuropeDeck: TypeAlias = Literal['resources', 'citizens', 'crises']
"""
A deck.
"""


class EuropeDecksView(TypedDict):
    """
    The number of cards in each deck.
    """

    citizen_discards: int
    """
    Citizens discarded.
    """
    citizens: int
    """
    Citizens to draw.
    """
    crises: int
    """
    Crises to draw.
    """
    crisis_discards: int
    """
    Disasters discarded.
    """
    resource_discards: int
    """
    Resource cards discarded.
    """
    resources: int
    """
    Resource cards to draw.
    """


EuropeDividedActionCard: TypeAlias = Literal['europe-austria', 'europe-benelux', 'europe-denmark', 'europe-finland', 'europe-france', 'europe-germany', 'europe-greece', 'europe-italy', 'europe-norway', 'europe-spain-and-portugal', 'europe-sweden', 'europe-turkey', 'europe-uk-and-ireland', 'russia-energy-sector', 'russia-kaliningrad', 'russia-news-media', 'russia-north-caucasian-federal-district', 'russia-southern-federal-district', 'russia-the-president', 'russia-western-federal-district', 'europe-armenia', 'europe-azerbaijan', 'europe-belarus', 'europe-czechia-and-slovakia', 'europe-eastern-balkans', 'europe-georgia', 'europe-hungary', 'europe-moldova', 'europe-poland', 'europe-baltics', 'europe-ukraine', 'europe-western-balkans', 'russia-armenia', 'russia-azerbaijan', 'russia-belarus', 'russia-czechia-and-slovakia', 'russia-eastern-balkans', 'russia-georgia', 'russia-hungary', 'russia-moldova', 'russia-poland', 'russia-baltics', 'russia-ukraine', 'russia-western-balkans']
"""
An Action Card. Cards of contested regions exist once for each side.
"""


EuropeDividedAdvantageCard: TypeAlias = Literal['council-meeting', 'diplomatic-mission', 'economic-aid', 'nato-summit', 'rapid-reaction-force', 'us-sanctions', 'western-intelligence', 'cyber-attack', 'fracture-in-the-eu', 'hybrid-warfare', 'intelligence-service', 'little-green-men', 'oil-price-boom', 'snap-exercise']
"""
An Advantage Card.
"""


EuropeDividedAdvantageTime: TypeAlias = Literal['own_turn', 'before_initiative']
"""
The time at which an Advantage Card may be used.
"""


class EuropeDividedArmies(TypedDict):
    """
    The armies on the board, by space.
    """

    nato: dict[str, int]
    """
    NATO's.
    """
    russia: dict[str, int]
    """
    Russia's.
    """


EuropeDividedCardPrestige: TypeAlias = Literal['at_the_end', 'at_once']
"""
The moment at which the prestige of cards counts.
"""


EuropeDividedCardZone: TypeAlias = Literal['hand', 'locked', 'table', 'deck', 'discards']
"""
The zone that a card was in.
"""


class EuropeDividedCauseAdvantage(TypedDict):
    """
    An Advantage Card.
    """

    card: EuropeDividedAdvantageCard
    """
    The card.
    """
    kind: Literal['advantage']


class EuropeDividedCauseEffect(TypedDict):
    """
    The Effect of an Action Card.
    """

    card: EuropeDividedActionCard
    """
    The card that has it.
    """
    kind: Literal['effect']


class EuropeDividedCauseReaction(TypedDict):
    """
    The Reaction of an Action Card.
    """

    card: EuropeDividedActionCard
    """
    The card that has it.
    """
    kind: Literal['reaction']


class EuropeDividedCommandCouncilMeeting(TypedDict):
    """
    Uses Council Meeting before the initiative: discards two Action Cards face down.
    """

    discard: list[EuropeDividedActionCard]
    """
    The two discarded.
    """
    type: Literal['council_meeting']


class EuropeDividedCommandCyberAttack(TypedDict):
    """
    Uses Cyber Attack before the initiative: sees Europe's four Action Cards.
    """

    type: Literal['cyber_attack']


class EuropeDividedCommandDecline(TypedDict):
    """
    Does not use an Effect or a Reaction.
    """

    type: Literal['decline']


class EuropeDividedCommandDone(TypedDict):
    """
    Ends a series of steps early (Propaganda, Snap Exercise).
    """

    type: Literal['done']


class EuropeDividedCommandEndSegment(TypedDict):
    """
    Ends the side's segment, after both cards were played.
    """

    type: Literal['end_segment']


class EuropeDividedCommandGainMoney(TypedDict):
    """
    Gains money.
    """

    type: Literal['gain_money']


class EuropeDividedCommandKeepAdvantages(TypedDict):
    """
    Keeps two of the three Advantage Cards drawn (secret until both have chosen).
    """

    keep: list[EuropeDividedAdvantageCard]
    """
    The two kept.
    """
    type: Literal['keep_advantages']


class EuropeDividedCommandLockInitiative(TypedDict):
    """
    Locks two Action Cards for the turn, for good.
    """

    cards: list[EuropeDividedActionCard]
    """
    The two locked.
    """
    type: Literal['lock_initiative']


class EuropeDividedCommandPass(TypedDict):
    """
    Takes no action with the revealed card.
    """

    type: Literal['pass']


class EuropeDividedCommandPlay(TypedDict):
    """
    Reveals one of the locked cards, to take one of its actions.
    """

    card: EuropeDividedActionCard
    """
    The card.
    """
    type: Literal['play']


class EuropeDividedCommandPropaganda(TypedDict):
    """
    News Media's action: up to three +1 increases follow.
    """

    type: Literal['propaganda']


class EuropeDividedCommandSeaBuild(TypedDict):
    """
    Uses the Black Sea Card to build an army in the Black Sea.
    """

    type: Literal['sea_build']


class EuropeDividedCommandSellAdvantage(TypedDict):
    """
    Discards an Advantage Card for money.
    """

    card: EuropeDividedAdvantageCard
    """
    The card.
    """
    type: Literal['sell_advantage']


class EuropeDividedCommandTakeCards(TypedDict):
    """
    Takes two Action Cards from deck and discards, after Council Meeting.
    """

    take: list[EuropeDividedActionCard]
    """
    The two taken.
    """
    type: Literal['take_cards']


class EuropeDividedCommandUseAdvantage(TypedDict):
    """
    Uses an Advantage Card for its special action.
    """

    card: EuropeDividedAdvantageCard
    """
    The card.
    """
    type: Literal['use_advantage']


EuropeDividedCondition: TypeAlias = Literal['russia_one_army', 'russia_two_armies', 'russia_over_eu', 'russia_over_eu_and_nato', 'russia_over_nato_with_army', 'russia_dominance', 'nato_over_russia_with_army', 'nato_over_russia', 'eu_over_russia', 'nato_dominance', 'eu_dominance']
"""
The closed set of conditions that headlines print, each of every region named.
"""


class EuropeDividedDice(TypedDict):
    """
    The dice of a region.
    """

    eu: int
    """
    The EU's die.
    """
    nato: int
    """
    NATO's die.
    """
    russia: int
    """
    Russia's die.
    """


EuropeDividedEdition: TypeAlias = Literal['first', 'revised']
"""
A printed edition of the rules.
"""


EuropeDividedEndStep: TypeAlias = Literal['score_dominance', 'advantage_reset', 'advantage_score', 'game_end']
"""
A step at the end of a turn.
"""


class EuropeDividedEventAdvantagesKept(TypedDict):
    """
    Both sides have chosen their Advantage Cards.
    """

    type: Literal['advantages_kept']


class EuropeDividedEventCardDrawn(TypedDict):
    """
    The Action Card drawn, for its owner alone.
    """

    card: EuropeDividedActionCard
    """
    The card.
    """
    type: Literal['card_drawn']


class EuropeDividedEventCouncilMet(TypedDict):
    """
    Council Meeting was used before the initiative; a card taken from the open discards shows.
    """

    first_open: NotRequired[EuropeDividedActionCard | None]
    """
    The first card taken from the open discards.
    """
    second_open: NotRequired[EuropeDividedActionCard | None]
    """
    The second card taken from the open discards.
    """
    type: Literal['council_met']


class EuropeDividedEventCyberAttackMade(TypedDict):
    """
    Cyber Attack was used before the initiative.
    """

    type: Literal['cyber_attack_made']


class EuropeDividedEventHandSeen(TypedDict):
    """
    Cyber Attack's result, for Russia alone.
    """

    cards: list[EuropeDividedActionCard]
    """
    Europe's four cards when the initiative step began.
    """
    type: Literal['hand_seen']


class EuropeDividedEventHeadlinesShifted(TypedDict):
    """
    Forthcoming headlines became current.
    """

    type: Literal['headlines_shifted']


class EuropeDividedEventReplacementDrawn(TypedDict):
    """
    The card that replaced the one which left the game, for its owner alone.
    """

    card: EuropeDividedActionCard
    """
    The card.
    """
    type: Literal['replacement_drawn']


class EuropeDividedEventSetUp(TypedDict):
    """
    The match is set up.
    """

    edition: EuropeDividedEdition
    """
    The edition played.
    """
    type: Literal['set_up']


class EuropeDividedEventTurnBegan(TypedDict):
    """
    A turn begins.
    """

    turn: int
    """
    1 to 20.
    """
    type: Literal['turn_began']


EuropeDividedFavoured: TypeAlias = Literal['europe', 'russia']
"""
The side that a handicap favours.
"""


EuropeDividedGroup: TypeAlias = Literal['home', 'contested']
"""
The origin of an Action Card.
"""


EuropeDividedHeadline: TypeAlias = Literal['102nd-military-base', 'baltic-air-policing', 'bosnian-war', 'baku-tbilisi-ceyhan-pipeline', 'caspian-agreement', 'cyberwarfare-waged-on-estonia', 'dynastic-succession', 'georgian-civil-war', 'jeans-revolution', 'kosovo-war', 'kosovos-independence', 'nagorno-karabakh-war', 'nato-ukraine-commission', 'orange-revolution', 'rose-revolution', 'russia-ukraine-gas-disputes', 'russo-georgian-war', 'south-east-european-cooperation-process', 'transnistria-war', 'union-state-of-russia-and-belarus', 'velvet-divorce', 'visegrad-group', 'accession-of-crimea-into-russia', 'dodons-election', 'eurasian-economic-union', 'grape-revolution', 'montenegrin-coup-attempt', 'nabucco-pipeline', 'nato-force-integration-unit', 'nato-missile-defense-shield', 'new-nato-command-posts', 'nord-stream', 'papa-air-base', 'regional-forces-group-of-belarus-and-russia', 'reinforce-the-baltic-states', 'rosatom-nuclear-reactors', 'south-stream', 'ukrainian-revolution', 'war-in-the-donbass', 'european-migrant-crisis']
"""
A headline.
"""


EuropeDividedHeadlineStep: TypeAlias = Literal['resolve', 'shift', 'place', 'discard', 'new']
"""
A step of the headlines.
"""


EuropeDividedIncreaseRule: TypeAlias = Literal['up_to_symbol', 'whole_symbol']
"""
The rule for how far a symbol increases influence.
"""


class EuropeDividedIntelligence(TypedDict):
    """
    The cards that Cyber Attack showed.
    """

    cards: list[EuropeDividedActionCard]
    """
    Europe's Action Cards when that turn's initiative step began, sorted.
    """
    turn: int
    """
    The turn.
    """


EuropeDividedMoneySource: TypeAlias = Literal['action', 'effect', 'sea_card', 'advantage']
"""
The source of gained money.
"""


EuropeDividedNotChosen: TypeAlias = Literal['back_to_deck', 'out_of_the_game']
"""
The destination of Advantage Cards that were not kept.
"""


class EuropeDividedOptions(TypedDict):
    """
    The options of a room of Europe Divided.
    """

    edition: NotRequired[EuropeDividedEdition]
    """
    The revised rules settle what the first printing left open. Take the first ones if you know the
    game by them.
    """
    handicap: NotRequired[int]
    """
    Prestige with which one side begins, two for each step. A house rule for players of unequal
    strength.
    """
    handicap_for: NotRequired[EuropeDividedFavoured]
    """
    It changes nothing without a head start.
    """


class EuropeDividedPartGainMoney(TypedDict):
    """
    Gains money.
    """

    amount: int
    """
    The amount.
    """
    do: Literal['gain_money']


EuropeDividedPlacing: TypeAlias = Literal['paid', 'free']
"""
The price of placing a die.
"""


class EuropeDividedPlayedCard(TypedDict):
    """
    A card played this turn.
    """

    card: EuropeDividedActionCard
    """
    The card.
    """
    passed: bool
    """
    `true` if it was passed.
    """


EuropeDividedPower: TypeAlias = Literal['eu', 'nato', 'russia']
"""
A power: the owner of dice, and the colour of an action. Europe plays the EU and NATO.
"""


EuropeDividedPromptKind: TypeAlias = Literal['keep_advantages', 'initiative', 'segment', 'action', 'propaganda', 'effect', 'reaction', 'advantage', 'place_headline', 'nothing']
"""
The kinds of questions.
"""


EuropeDividedRegion: TypeAlias = Literal['armenia', 'azerbaijan', 'belarus', 'czechia_slovakia', 'eastern_balkans', 'georgia', 'hungary', 'moldova', 'poland', 'baltics', 'ukraine', 'western_balkans']
"""
A contested region, with influence dice.
"""


class EuropeDividedRegionLack(TypedDict):
    """
    The influence and armies that a condition lacks in a region.
    """

    armies: int
    """
    Armies.
    """
    barred: NotRequired[bool]
    """
    `true` if the die must show 6 for it, which an army or a 6 of the other side there forbids: that one
    must go first. Absent: no, or an older server.
    """
    influence: int
    """
    Steps that its die must gain: on the highest one of those that it has to be above, or up to a 6.
    """
    power: EuropeDividedPower
    """
    The power that lacks them: the one that the condition names.
    """


EuropeDividedReshuffle: TypeAlias = Literal['when_a_draw_finds_the_deck_empty', 'as_soon_as_the_deck_is_empty']
"""
The moment at which discards become the deck.
"""


EuropeDividedSea: TypeAlias = Literal['baltic_sea', 'black_sea']
"""
A sea that has a Sea Card.
"""


class EuropeDividedSeaControl(TypedDict):
    """
    The holders of the Sea Cards; null for a card that nobody holds.
    """

    baltic_sea: NotRequired[EuropeDividedPower | None]
    """
    The Baltic Sea.
    """
    black_sea: NotRequired[EuropeDividedPower | None]
    """
    The Black Sea.
    """


EuropeDividedSide: TypeAlias = Literal['europe', 'russia']
"""
A side of the table; its index is the seat.
"""


class EuropeDividedSideProjection(TypedDict):
    """
    The prestige of a side in a projection, by source.
    """

    advantages: int
    """
    For the Advantage Cards in hand.
    """
    dominance: int
    """
    For the regions dominated, each as often as dominance is still to be scored: twice until the end
    of turn 10.
    """
    headlines: int
    """
    For the headlines on the table that hold.
    """
    scored: int
    """
    Scored already, what counts at the end only included.
    """
    total: int
    """
    All of it.
    """


class EuropeDividedSideView(TypedDict):
    """
    One side of the table. During the initiative step the counts are those of its beginning.
    """

    advantages: int
    """
    Advantage Cards in hand.
    """
    advantages_shown: list[EuropeDividedAdvantageCard]
    """
    Advantage Cards used or discarded for money, sorted.
    """
    awarded: list[EuropeDividedHeadline]
    """
    Headlines awarded, sorted.
    """
    baltic_used: bool
    """
    `true` if the Baltic Sea Card was used this turn (Europe: by NATO).
    """
    black_used: bool
    """
    `true` if Russia's Black Sea build was used this turn.
    """
    contested_open: list[EuropeDividedActionCard]
    """
    Contested Action Cards still open beside the side, sorted.
    """
    contested_taken: int
    """
    The number of contested Action Cards that it has taken.
    """
    deck: int
    """
    Action Cards in the deck.
    """
    discards: list[EuropeDividedActionCard]
    """
    The open discards, sorted.
    """
    discards_face_down: int
    """
    Discards that lie face down.
    """
    hand: int
    """
    Action Cards in hand.
    """
    headlines: int
    """
    Headlines in hand.
    """
    locked: int
    """
    Action Cards locked and not yet played.
    """
    money: int
    """
    Its treasury.
    """
    played: list[EuropeDividedPlayedCard]
    """
    Action Cards played this turn.
    """
    prestige: int
    """
    Its prestige; in the first edition without awarded headlines and kept Advantage Cards.
    """
    prestige_pending: int
    """
    Prestige of awarded headlines and kept Advantage Cards that counts at the end (first
    edition; 0 in the revised one).
    """
    removed: list[EuropeDividedActionCard]
    """
    Action Cards that left the game.
    """
    supply: int
    """
    Armies left in its supply.
    """


EuropeDividedSpace: TypeAlias = Literal['armenia', 'azerbaijan', 'belarus', 'czechia_slovakia', 'eastern_balkans', 'georgia', 'hungary', 'moldova', 'poland', 'baltics', 'ukraine', 'western_balkans', 'austria', 'benelux', 'denmark', 'finland', 'france', 'germany', 'greece', 'italy', 'norway', 'spain_portugal', 'sweden', 'turkey', 'uk_ireland', 'moscow', 'central_fd', 'western_fd', 'southern_fd', 'north_caucasian_fd', 'volga_fd', 'kaliningrad', 'baltic_sea', 'black_sea', 'north_sea', 'energy_sector']
"""
A space of the board. The contested regions come first, in the order of the regions.
"""


EuropeDividedSpaceKind: TypeAlias = Literal['contested', 'europe', 'russia', 'sea', 'money_only']
"""
The kinds of spaces.
"""


EuropeDividedSpecial: TypeAlias = Literal['propaganda', 'visegrad_group']
"""
A named `[Action]` that the vocabulary of parts does not cover.
"""


EuropeDividedStage: TypeAlias = Literal['advantages', 'initiative', 'actions', 'place_headlines', 'over']
"""
The parts of a turn.
"""


EuropeDividedSymbolKind: TypeAlias = Literal['place_influence', 'increase_influence', 'gain_money', 'build_army', 'move_army']
"""
A printed action.
"""


EuropeDividedWhen: TypeAlias = Literal['any_use', 'nato_action', 'build_here', 'effect_used']
"""
The occasion that opens a window.
"""


EuropeDividedWindowKind: TypeAlias = Literal['effect', 'reaction']
"""
The player who may use a window.
"""


class EuropeEffectCitizen(TypedDict):
    """
    Is dealt one more citizen.
    """

    do: Literal['citizen']


class EuropeEffectCoin(TypedDict):
    """
    Owes the bank coin.
    """

    coin: int
    """
    The coin.
    """
    do: Literal['coin']


class EuropeEffectKeep(TypedDict):
    """
    Some of the dealt citizens are kept.
    """

    at_least: int
    """
    The fewest.
    """
    do: Literal['keep']


class EuropeEffectNeighbour(TypedDict):
    """
    Owes the player on the left cubes of any kinds.
    """

    count: int
    """
    The number of cubes.
    """
    do: Literal['neighbour']


class EuropeEffectNoCoinTrade(TypedDict):
    """
    The bank is closed and coin is not traded.
    """

    do: Literal['no_coin_trade']


class EuropeEffectPlacating(TypedDict):
    """
    Placating takes more on the dice.
    """

    do: Literal['placating']
    harder: int
    """
    The increase.
    """


class EuropeEffectStartingCards(TypedDict):
    """
    Owes the supply cubes of the kind of each of the player's own starting cards.
    """

    cubes_a_card: int
    """
    The number of cubes for each card.
    """
    do: Literal['starting_cards']


class EuropeEffectStockpile(TypedDict):
    """
    Locks cubes of the kinds of each player's own starting cards.
    """

    cubes_a_card: int
    """
    The number of cubes for each card.
    """
    do: Literal['stockpile']


class EuropeEventAnswered(TypedDict):
    """
    A seat has answered in a simultaneous choice.
    """

    seat: int
    """
    The seat.
    """
    type: Literal['answered']


class EuropeEventCitizenRevealed(TypedDict):
    """
    A citizen lies face up before a seat.
    """

    card: EuropeCitizen
    """
    The citizen.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['citizen_revealed']


class EuropeEventCitizensDealt(TypedDict):
    """
    Every seat was dealt three citizens.
    """

    type: Literal['citizens_dealt']


class EuropeEventCitizensDrawn(TypedDict):
    """
    A seat drew three citizens and chooses.
    """

    seat: int
    """
    The seat.
    """
    type: Literal['citizens_drawn']


class EuropeEventCitizensKept(TypedDict):
    """
    A seat has kept citizens of those dealt or drawn.
    """

    hidden: int
    """
    The number of citizens kept face down.
    """
    open: int
    """
    The number of citizens kept face up.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['citizens_kept']


class EuropeEventCitizensSeen(TypedDict):
    """
    Three citizens to choose from, for their owner alone.
    """

    cards: list[EuropeCitizen]
    """
    The cards.
    """
    type: Literal['citizens_seen']


class EuropeEventClockJumped(TypedDict):
    """
    All are ready: play goes on at the next crisis or the end of the round.
    """

    by_ms: int
    """
    By how much, in milliseconds.
    """
    type: Literal['clock_jumped']


class EuropeEventCoinEarned(TypedDict):
    """
    A seat earned coin in the clean-up.
    """

    bonus: int
    """
    By crises.
    """
    rewards: int
    """
    By citizens.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['coin_earned']


class EuropeEventCountryTaken(TypedDict):
    """
    A seat has its country.
    """

    country: EuropeCountry
    """
    The country.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['country_taken']


class EuropeEventCrisisFailed(TypedDict):
    """
    A seat could not pay all debts of crises.
    """

    seat: int
    """
    The seat.
    """
    type: Literal['crisis_failed']


class EuropeEventCrisisTurned(TypedDict):
    """
    A crisis appeared.
    """

    bonus: int
    """
    The coin that it promises.
    """
    crisis: EuropeCrisis
    """
    The crisis.
    """
    type: Literal['crisis_turned']


class EuropeEventDeckShuffled(TypedDict):
    """
    A deck's discards were shuffled into it.
    """

    deck: EuropeDeck
    """
    The deck.
    """
    type: Literal['deck_shuffled']


class EuropeEventHandicapGiven(TypedDict):
    """
    A seat starts with more coin, as the room's handicap says.
    """

    coin: int
    """
    The coin more.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['handicap_given']


EuropeEventHappinessChanged = TypedDict(
    'EuropeEventHappinessChanged',
    {
        'from': int,
        'seat': int,
        'to': int,
        'type': Literal['happiness_changed'],
    },
)


class EuropeEventNoCrisis(TypedDict):
    """
    A crisis was due, and no card was left.
    """

    type: Literal['no_crisis']


class EuropeEventOfferClosed(TypedDict):
    """
    An offer is closed.
    """

    because: EuropeClosedBecause
    """
    The reason.
    """
    offer_id: int
    """
    The offer.
    """
    type: Literal['offer_closed']


class EuropeEventOfferDeclined(TypedDict):
    """
    A seat turned an offer down.
    """

    offer_id: int
    """
    The offer.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['offer_declined']


class EuropeEventPlayBegan(TypedDict):
    """
    Open play begins.
    """

    ends_ms: NotRequired[int | None]
    """
    The match time at which it ends, unless all are ready before; absent where no clock runs.
    """
    type: Literal['play_began']


class EuropeEventPlayEnded(TypedDict):
    """
    Open play is over.
    """

    type: Literal['play_ended']


class EuropeEventReadyChanged(TypedDict):
    """
    A seat is ready, or no longer.
    """

    ready: bool
    """
    `true` if it is ready.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['ready_changed']


class EuropeEventResigned(TypedDict):
    """
    A seat has given up; defaults act for it.
    """

    seat: int
    """
    The seat.
    """
    type: Literal['resigned']


class EuropeEventResourcesDealt(TypedDict):
    """
    Every seat was dealt a resource card face down.
    """

    type: Literal['resources_dealt']


class EuropeEventRoundBegan(TypedDict):
    """
    A round begins.
    """

    round: int
    """
    The round, from 1.
    """
    type: Literal['round_began']


class EuropeEventSetUp(TypedDict):
    """
    The match is set up.
    """

    players: int
    """
    The number of players.
    """
    type: Literal['set_up']


EuropeFavouredPlayer: TypeAlias = Literal['first_seat', 'second_seat', 'third_seat', 'fourth_seat']
"""
The seat that a handicap favours.
"""


class EuropeGoodCounts(TypedDict):
    """
    The positive counts of each; those with none are left out.
    """

    cloth: NotRequired[int]
    coin: NotRequired[int]
    dyes: NotRequired[int]
    fuel: NotRequired[int]
    grain: NotRequired[int]
    livestock: NotRequired[int]
    materials: NotRequired[int]
    water: NotRequired[int]


EuropeMarketRule: TypeAlias = Literal['refresh', 'persist']
"""
Change to the market when a round begins.
"""


CrisisAtM: TypeAlias = int


class EuropeOptions(TypedDict):
    """
    The options of a room of Europe.
    """

    allocate_ms: NotRequired[int]
    """
    After a round, to say which goods go to whom, in milliseconds.
    """
    allow_gifts: NotRequired[bool]
    """
    An offer may ask for nothing, or give nothing.
    """
    bank_price: NotRequired[int]
    """
    Coins for one good.
    """
    carry_over: NotRequired[EuropeCarryOver]
    """
    Those that a player keeps for the next round.
    """
    choose_ms: NotRequired[int]
    """
    Before a round, and for the country before the first one, in milliseconds.
    """
    citizen_deck: NotRequired[EuropeCitizenDeck]
    """
    The number of goods that they ask for decides how hard the match is.
    """
    crisis_at_ms: NotRequired[list[CrisisAtM]]
    """
    Times after the beginning of a round, in milliseconds of play: rising, below the round's length,
    at most four.
    """
    crisis_bonus: NotRequired[EuropeCrisisBonus]
    """
    The bonus stands on the card of the crisis.
    """
    crisis_deck: NotRequired[EuropeCrisisDeck]
    """
    The events that may befall all of you in a round.
    """
    crisis_failure: NotRequired[EuropeCrisisFailure]
    """
    For whoever leaves a debt of it unpaid.
    """
    end_early_when_ready: NotRequired[bool]
    """
    The clock jumps ahead when nobody wants anything more.
    """
    handicap: NotRequired[int]
    """
    Coins that one player has more at the beginning, two for each step. A house rule for players of
    unequal strength.
    """
    handicap_for: NotRequired[EuropeFavouredPlayer]
    """
    It changes nothing without a head start.
    """
    happiness_floor: NotRequired[int]
    """
    It never falls below this; not above that of the start.
    """
    market: NotRequired[EuropeMarketRule]
    """
    The change to them when a round begins.
    """
    max_citizens: NotRequired[int]
    """
    Nobody holds more at a time.
    """
    max_rounds: NotRequired[int]
    """
    Then the happiest country wins.
    """
    offer_limit: NotRequired[int]
    """
    As many a player may have open.
    """
    offer_ttl_ms: NotRequired[int]
    """
    Then it is gone by itself; in milliseconds of play.
    """
    placate_base: NotRequired[int]
    """
    The sum that two dice have to reach, plus one for each missing good.
    """
    players: NotRequired[int]
    """
    You and the others, people or bots.
    """
    recycle_spent: NotRequired[bool]
    """
    Cards that will never give another good return to the deck.
    """
    round_ms: NotRequired[int]
    """
    The time in which all trade at once, in milliseconds.
    """
    start_coin: NotRequired[int]
    """
    For each player.
    """
    start_happiness: NotRequired[int]
    """
    For each player; less than it takes to win.
    """
    untimed: NotRequired[bool]
    """
    Phases, crises and rounds end when all are ready, however long that takes; offers stand until then.
    """
    win_happiness: NotRequired[int]
    """
    The match ends when somebody reaches it.
    """


class EuropeOwedCoin(TypedDict):
    """
    Coin, to the bank.
    """

    coin: int
    """
    The coin.
    """
    kind: Literal['coin']


class EuropeOwedNeighbour(TypedDict):
    """
    Cubes of any kinds, to the player on the left.
    """

    count: int
    """
    The number of cubes.
    """
    kind: Literal['neighbour']


class EuropeOwedStockpile(TypedDict):
    """
    Cubes of kinds printed on the debtor's own starting cards, to be locked.
    """

    count: int
    """
    The number of cubes.
    """
    kind: Literal['stockpile']


EuropePhase: TypeAlias = Literal['country', 'choose', 'play', 'allocate', 'over']
"""
The phases of a match.
"""


EuropeResource: TypeAlias = Literal['cloth', 'dyes', 'grain', 'livestock', 'fuel', 'water', 'materials']
"""
A resource. The order is the fixed kind order of the rules.
"""


EuropeResourceCard: TypeAlias = Literal['grain-4-4-a', 'grain-4-4-b', 'grain-3-2-a', 'grain-3-2-b', 'grain-3-1-a', 'grain-3-1-b', 'grain-2-1-a', 'grain-2-1-b', 'grain-1-0-a', 'grain-1-0-b', 'materials-4-4-a', 'materials-4-4-b', 'materials-3-2-a', 'materials-3-2-b', 'materials-3-1-a', 'materials-3-1-b', 'materials-2-1-a', 'materials-2-1-b', 'materials-1-0-a', 'materials-1-0-b', 'water-4-4-a', 'water-4-4-b', 'water-3-2-a', 'water-3-2-b', 'water-3-1-a', 'water-3-1-b', 'water-2-1-a', 'water-2-1-b', 'water-1-0-a', 'water-1-0-b', 'livestock-4-4-a', 'livestock-4-4-b', 'livestock-3-2-a', 'livestock-3-2-b', 'livestock-3-1-a', 'livestock-3-1-b', 'livestock-2-1-a', 'livestock-2-1-b', 'livestock-1-0-a', 'livestock-1-0-b', 'fuel-2-1-a', 'fuel-2-1-b', 'fuel-2-1-c', 'fuel-1-0-a', 'fuel-1-0-b', 'fuel-1-0-c', 'dyes-2-1-a', 'dyes-2-1-b', 'dyes-2-1-c', 'dyes-1-0-a', 'dyes-1-0-b', 'dyes-1-0-c', 'cloth-2-1-a', 'cloth-2-1-b', 'cloth-2-1-c', 'cloth-1-0-a', 'cloth-1-0-b', 'cloth-1-0-c']
"""
A resource card: resource, the cubes it gives at first and later, and the number of the
copy.
"""


class EuropeResourceCounts(TypedDict):
    """
    The positive counts of each; those with none are left out.
    """

    cloth: NotRequired[int]
    dyes: NotRequired[int]
    fuel: NotRequired[int]
    grain: NotRequired[int]
    livestock: NotRequired[int]
    materials: NotRequired[int]
    water: NotRequired[int]


class EuropeResourceView(TypedDict):
    """
    A resource card.
    """

    first: int
    """
    Cubes in the round in which it is revealed or bought.
    """
    id: EuropeResourceCard
    """
    The card.
    """
    later: int
    """
    Cubes in each later round.
    """
    resource: EuropeResource
    """
    The resource that it gives.
    """


EuropeReward: TypeAlias = Literal['happiness', 'coin']
"""
The reward that a met citizen pays.
"""


EuropeTradeOffer = TypedDict(
    'EuropeTradeOffer',
    {
        'counter_to': NotRequired[int | None],
        'expires_ms': NotRequired[int | None],
        'from': int,
        'give': EuropeGoodCounts,
        'id': int,
        'to': list[int],
        'want': EuropeGoodCounts,
    },
)


class Event(TypedDict):
    """
    One occurrence in a match, as its audience may know it.
    """

    rule: NotRequired[str | None]
    """
    The rule it rests on.
    """
    seq: int
    """
    The entry that caused it; 0 is the set-up.
    """
    text: str
    """
    One sentence.
    """
    type: str
    """
    The kind of event; each game has its own.
    """


class GameTypes(TypedDict):
    """
    The names that a game's types have among the definitions of the JSON Schema.
    """

    command: str
    """
    `command` of a command, and of an offer once it is filled in.
    """
    data: str
    """
    The component data.
    """
    event: str
    """
    An event, beside the fields that every `Event` has.
    """
    options: str
    """
    `options` of a room.
    """
    private: str
    """
    `private` of an update.
    """
    public: str
    """
    `public` of an update.
    """


class GivenSeat(TypedDict):
    """
    A seat that a program was given.
    """

    game: str
    """
    The room's game.
    """
    number: int
    """
    Its number among those of this announcement, from 1.
    """
    room: str
    """
    The room's code.
    """
    seat: int
    """
    The seat.
    """
    token: str
    """
    The seat's token.
    """


class GivenSeats(TypedDict):
    """
    `GET /api/v1/programs/{program}/seats`.
    """

    seats: list[GivenSeat]
    """
    Seats that the program was given and has not connected to, in the order in which it was.
    """


class Handicap(TypedDict):
    """
    The handicap of a match.
    """

    seat: int
    """
    The seat that has the advantage.
    """
    steps: int
    """
    The number of steps, from 1.
    """


Hints: TypeAlias = Literal['alone', 'all', 'off']
"""
The people who may ask what a mind would do.
"""


KnownBalanceOfPowerEndReason: TypeAlias = Literal['objectives', 'elimination', 'limit_objectives', 'limit_territories', 'limit_troops', 'draw', 'resigned']
"""
The reason for the result of a match. Those of this server.
"""


KnownBotLevel: TypeAlias = Literal['easy', 'normal', 'hard', 'expert']
"""
The level at which a bot plays. Those of this server.
"""


KnownCode: TypeAlias = Literal['malformed', 'unknown_type', 'not_seated', 'not_started', 'stale', 'not_agreed', 'illegal', 'not_now', 'id_reused', 'busy', 'storage_unavailable', 'over', 'rolled_back', 'too_fast', 'hello_expected', 'too_big', 'room_unknown', 'room_full', 'seat_taken', 'seat_unknown', 'started', 'not_over', 'lesson_unknown', 'entry_unknown', 'data_unknown', 'unproven', 'token_unknown', 'forbidden', 'entropy_required', 'entropy_mismatch', 'hints_off', 'no_mind', 'gallery_full', 'game_unknown', 'option_invalid', 'program_unknown', 'program_full', 'program_absent', 'name_invalid', 'notify_invalid', 'too_many_requests', 'origin_forbidden', 'not_found', 'method_not_allowed', 'draining', 'room_unavailable', 'country_unknown', 'country_taken', 'round_over', 'wrong_phase', 'unknown_resource', 'bad_amount', 'offer_limit', 'own_offer', 'empty_side', 'same_kind', 'not_enough_cubes', 'not_enough_coin', 'coin_trade_blocked', 'offer_unknown', 'offer_closed', 'offer_not_for_you', 'no_bank', 'bank_closed', 'bank_short', 'already_revealed', 'draw_pending', 'citizen_limit', 'not_enough_cards', 'no_draw_pending', 'keep_too_few', 'keep_too_many', 'not_your_card', 'hidden_limit', 'market_changed', 'deck_empty', 'nothing_owed', 'wrong_payment', 'over_allocated', 'internal']
"""
The reason why something was not done. `rejected`, `error` and HTTP problems share these codes. Those of this server.
"""


KnownEuropeDividedEndReason: TypeAlias = Literal['prestige', 'contested_cards', 'armies_and_money', 'tie_to_europe', 'resigned']
"""
The reason for the result of a match. Those of this server.
"""


KnownEuropeEndReason: TypeAlias = Literal['happiness', 'coin', 'shared', 'limit_happiness', 'limit_coin', 'limit_shared', 'resigned']
"""
The reason for the result of a match. Those of this server.
"""


KnownFeature: TypeAlias = Literal['announcements', 'answers', 'coach', 'entropy', 'filters', 'hints', 'lessons', 'mails', 'practice', 'programs', 'push', 'undo', 'view', 'webhooks']
"""
A feature of a server. Later servers may have more. Those of this server.
"""


KnownLessonKind: TypeAlias = Literal['lesson', 'puzzle']
"""
The kinds of lessons. Those of this server.
"""


KnownNoticeType: TypeAlias = Literal['your_turn', 'match_over']
"""
The subject of a notice. Those of this server.
"""


KnownSeatKind: TypeAlias = Literal['person', 'bot', 'program']
"""
The kind of holder that a seat has. Those of this server.
"""


KnownWay: TypeAlias = Literal['webhook', 'email']
"""
A way to reach somebody who is not connected. Those of this server.
"""


class LegendRow(TypedDict):
    """
    A sign and its meaning.
    """

    mark: NotRequired[str | None]
    """
    The form in plain text; absent if it has none.
    """
    name: str
    """
    Its name.
    """
    sign: NotRequired[str | None]
    """
    The picture, as `:sign:` in a text names it; absent if boards draw none.
    """
    text: str
    """
    Its meaning.
    """


LessonAwaits: TypeAlias = Literal['next', 'command', 'script', 'nothing']
"""
The kinds of things that a lesson waits for.
"""


LessonGo: TypeAlias = Literal['next', 'back', 'skip']
"""
A way through a lesson that is no command of the game.
"""


class LessonInfo(TypedDict):
    """
    A lesson as a list has it.
    """

    about: str
    """
    One sentence about it.
    """
    game: str
    """
    The game.
    """
    lesson: str
    """
    Its name within the game, for addresses.
    """
    minutes: int
    """
    About how long it takes, in minutes.
    """
    steps: int
    """
    Number of its steps.
    """
    title: str
    """
    Its title.
    """


LessonKind: TypeAlias = KnownLessonKind | str
"""
The kinds of lessons. Later servers may know more: ignore those that you do not know.
"""


class LessonStep(TypedDict):
    """
    The step that a lesson has reached.
    """

    awaits: LessonAwaits
    """
    The kind of thing that it waits for.
    """
    back: bool
    """
    `true` if `back` is possible.
    """
    hint: NotRequired[str | None]
    """
    A hint for whoever has done nothing for a while.
    """
    hint_after_ms: int
    """
    Time after which to show the hint, in milliseconds.
    """
    id: str
    """
    The step's own id; empty once the lesson is over.
    """
    kind: NotRequired[LessonKind]
    """
    Its kind.
    """
    lesson: str
    """
    The lesson's name within its game.
    """
    next: NotRequired[str | None]
    """
    The lesson that comes after this one, once this one is over.
    """
    points: list[str]
    """
    Ids in the views, and parts of the screen, that the text is about.
    """
    rule: NotRequired[str | None]
    """
    The anchor in the rules that says more.
    """
    say: str
    """
    The text of the step.
    """
    skip: bool
    """
    `true` if `skip` is possible.
    """
    step: int
    """
    The number of the step, from 0; that of all steps once the lesson is over.
    """
    steps: int
    """
    Number of all steps.
    """
    title: str
    """
    Its title.
    """
    type: Literal['lesson']


class Lessons(TypedDict):
    """
    `GET /api/v1/lessons`.
    """

    lessons: list[LessonInfo]
    """
    Every lesson, by game and in the order of learning.
    """


class Limits(TypedDict):
    """
    The limits in force; 0 means unlimited where a rate is meant.
    """

    absence_ms: int
    """
    The absence of an awaited opponent after which one may claim, in milliseconds.
    """
    chat_chars: int
    """
    Longest line of chat, in characters.
    """
    message_burst: int
    """
    Messages that a socket may send at once before the server reads more slowly.
    """
    message_bytes: int
    """
    Largest client message, in bytes.
    """
    messages_per_second: int
    """
    Messages per second that a socket may send in the long run.
    """
    name_chars: int
    """
    Longest name, in characters.
    """
    spectators: int
    """
    Most spectators of a room.
    """


class NewCoach(TypedDict):
    """
    The answer to `POST .../coach`.
    """

    token: str
    """
    The coach's token, for a guest's `hello`; it plays for nobody, and one given out before is dead.
    """


class NewToken(TypedDict):
    """
    The answer to `POST .../token`.
    """

    token: str
    """
    The seat's new token; the old one is no longer valid.
    """


NoticeType: TypeAlias = KnownNoticeType | str
"""
The subject of a notice. Later servers may know more: ignore those that you do not know.
"""


class Offer(TypedDict):
    """
    One thing that a seat may do now.
    """

    command: Any
    """
    The command, with placeholders where the seat has a choice.
    """
    final: NotRequired[bool]
    """
    `true` when a client should ask before it sends the command: what it gives away or puts to
    chance cannot be taken back freely.
    """
    loose: NotRequired[bool]
    """
    `true` when the game may still refuse a command that fits, with a typed code.
    """
    rule: str
    """
    The rule it rests on.
    """
    text: str
    """
    One sentence, with the price.
    """


class OpenLesson(TypedDict):
    """
    `POST /api/v1/lessons/{game}/{lesson}`.
    """

    name: str
    """
    The learner's name.
    """


class OptionGroup(TypedDict):
    """
    Options that stand together in a form.
    """

    options: list[str]
    """
    Their keys, in the order in which they are read.
    """
    title: str
    """
    The heading over them.
    """


class Outcome(TypedDict):
    """
    The end of a match, the same for everyone.
    """

    reason: str
    """
    The deciding reason, as an identifier.
    """
    scores: list[int]
    """
    One score per seat.
    """
    winners: list[int]
    """
    The winning seats; none if nobody won.
    """


class Preview(TypedDict):
    """
    The answer to `preview`, for the asking seat alone.
    """

    decision: int
    """
    The decision that it is about.
    """
    id: str
    """
    The client's id.
    """
    reasons: list[AdviceReason]
    """
    The changes that the command would make, the most important first.
    """
    type: Literal['preview']


class Program(TypedDict):
    """
    A program's words about itself, when it takes a seat: everybody in the room sees them.
    """

    contact: str
    """
    A way to reach its author: an address on the web, a mail address, a name on a platform.
    """
    level: NotRequired[str | None]
    """
    Its strength, in its author's words.
    """


class ProgramGame(TypedDict):
    """
    A game that a program plays.
    """

    game: str
    """
    The game's id.
    """
    options: NotRequired[dict[str, Any]]
    """
    The options that a room must have, with their values; none if it plays with all.
    """


class ProgramInfo(TypedDict):
    """
    A program that hosts may seat. What it says of itself is its author's word.
    """

    contact: str
    """
    A way to reach its author.
    """
    free: int
    """
    The number of rooms that it would take now; 0 while it plays in as many as it wants to.
    """
    games: list[ProgramGame]
    """
    The games that it plays.
    """
    id: str
    """
    The id of this announcement.
    """
    level: NotRequired[str | None]
    """
    Its strength, in its author's words.
    """
    name: str
    """
    Its name.
    """


class Programs(TypedDict):
    """
    `GET /api/v1/programs`.
    """

    next: NotRequired[str | None]
    """
    The `after` of the next page; left out on the last one.
    """
    programs: list[ProgramInfo]
    """
    The programs that are there now, in the order of their ids.
    """


class PromptReason(TypedDict):
    """
    A reason for what is asked, and what follows.
    """

    commands: list[str]
    """
    The types of the commands that answer it.
    """
    kinds: NotRequired[list[str]]
    """
    The kinds that it is for, as `prompt.kind` of the public view names them; absent: any.
    """
    more: str
    """
    Advice for a first match: what usually is good.
    """
    section: str
    """
    The section that says more.
    """
    text: str
    """
    One sentence or two.
    """


class Push(TypedDict):
    """
    Devices that have a seat's notices by Web Push.
    """

    devices: list[str]
    """
    Their ids: each the first 16 bytes of SHA-256 of the address, in hexadecimal.
    """
    key: str
    """
    The server's public key, which a browser subscribes with (`applicationServerKey`).
    """


class PuzzleInfo(TypedDict):
    """
    A puzzle as a list has it.
    """

    game: str
    """
    The game.
    """
    puzzle: str
    """
    Its name within the game, for addresses.
    """
    title: str
    """
    Its title, which does not give the answer away.
    """


class Puzzles(TypedDict):
    """
    `GET /api/v1/puzzles`.
    """

    puzzles: list[PuzzleInfo]
    """
    Every puzzle, by game.
    """
    today: NotRequired[PuzzleInfo | None]
    """
    The puzzle of the day (UTC): another one each day, the games in turn. `None` if there are none.
    """


class Re(TypedDict):
    """
    The message of the client that an `error` answers.
    """

    id: NotRequired[str | None]
    """
    Its id, where it had one.
    """
    type: str
    """
    Its `type`.
    """


class RecordDrawBelow(TypedDict):
    """
    A number was drawn, for example a die.
    """

    kind: Literal['below']
    label: str
    """
    `die/PURPOSE`: one running stream.
    """
    m: int
    """
    The number of possible results.
    """
    result: int
    """
    The number drawn, from 0 to `m` - 1.
    """
    seq: int
    """
    The entry that asked for it; 0 is the set-up.
    """


class RecordDrawShuffle(TypedDict):
    """
    A deck was shuffled.
    """

    kind: Literal['shuffle']
    label: str
    """
    `deck/NAME/K`, K counting the shuffles of that deck from 0.
    """
    n: int
    """
    The number of cards.
    """
    result: list[int]
    """
    The card of the canonical order that lies at each position.
    """
    seq: int
    """
    The entry that asked for it; 0 is the set-up.
    """


class RecordInputAbandon(TypedDict):
    """
    Nobody continued the match for too long.
    """

    type: Literal['abandon']


class RecordInputClaim(TypedDict):
    """
    A seat ends a match that its opponent left.
    """

    id: str
    """
    The client's id.
    """
    outcome: ClaimOutcome
    """
    The outcome claimed.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['claim']


class RecordInputCommand(TypedDict):
    """
    A seat's move.
    """

    command: dict[str, Any]
    """
    The game's command, as received.
    """
    id: str
    """
    The client's id.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['command']


class RecordInputDeadline(TypedDict):
    """
    A deadline fell due, at the entry's time.
    """

    type: Literal['deadline']


class RecordInputPause(TypedDict):
    """
    Match time stops: by the server's decision, or because all seats agreed.
    """

    agreed: NotRequired[list[int]]
    """
    The other seats, which agreed.
    """
    id: NotRequired[str | None]
    """
    The client's id.
    """
    seat: NotRequired[int | None]
    """
    The seat that asked for it.
    """
    type: Literal['pause']


class RecordInputResign(TypedDict):
    """
    A seat gives up.
    """

    id: str
    """
    The client's id.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['resign']


class RecordInputResume(TypedDict):
    """
    Match time goes on: by the server's decision, or because a seat ends an agreed pause.
    """

    id: NotRequired[str | None]
    """
    The client's id.
    """
    seat: NotRequired[int | None]
    """
    The seat that ends the pause.
    """
    type: Literal['resume']


class RecordInputUndo(TypedDict):
    """
    The table returns to an earlier state.
    """

    agreed: NotRequired[list[int]]
    """
    The other seats, if their agreement was needed.
    """
    id: str
    """
    The client's id.
    """
    seat: int
    """
    The seat that takes back.
    """
    to: int
    """
    The entry whose state the table returns to; 0 is the set-up.
    """
    type: Literal['undo']


class RecordVoidedSeat(TypedDict):
    """
    One seat of an attempt that was given up.
    """

    commitment: NotRequired[str | None]
    """
    The seat's commitment, if it was bound.
    """
    entropy: NotRequired[str | None]
    """
    The seat's entropy, if it was revealed.
    """


class ReferenceBlockExample(TypedDict):
    """
    An example.
    """

    kind: Literal['example']
    text: str
    """
    The course of it.
    """


class ReferenceBlockHouse(TypedDict):
    """
    An addition of this project to the printed rules.
    """

    kind: Literal['house']
    text: str
    """
    Its contents.
    """


class ReferenceBlockLegend(TypedDict):
    """
    The signs and words of a board.
    """

    kind: Literal['legend']
    rows: list[LegendRow]
    """
    One after the other.
    """


class ReferenceBlockList(TypedDict):
    """
    A list.
    """

    items: list[str]
    """
    Its items.
    """
    kind: Literal['list']


class ReferenceBlockRuling(TypedDict):
    """
    A decision of this project where the printed rules are silent or disagree.
    """

    kind: Literal['ruling']
    text: str
    """
    The decision and its reason.
    """


class ReferenceBlockTable(TypedDict):
    """
    A table.
    """

    head: list[str]
    """
    The heads of its columns.
    """
    kind: Literal['table']
    rows: list[list[str]]
    """
    Its rows, each as long as the head.
    """


class ReferenceBlockText(TypedDict):
    """
    A paragraph.
    """

    kind: Literal['text']
    text: str
    """
    Its words.
    """


class Request(TypedDict):
    """
    Something a seat has asked of the others.
    """

    agreed: NotRequired[list[int]]
    """
    The seats that have agreed so far.
    """
    by: int
    """
    The asking seat.
    """
    id: str
    """
    Its id: that of the message that asks.
    """
    kind: str
    """
    The thing asked for, for example `pause`.
    """
    moves: NotRequired[int | None]
    """
    For `undo`: the number of moves that would be taken back.
    """
    to: NotRequired[int | None]
    """
    For `undo`: the entry whose state the match would return to.
    """
    until_ms: int
    """
    The match time at which it lapses.
    """


RoomState: TypeAlias = Literal['lobby', 'sealing', 'running', 'finished', 'abandoned']
"""
The state of a room.
"""


class SeatAnalysis(TypedDict):
    """
    The choices and the luck of a seat, summed up.
    """

    best: int
    """
    Number of those in which it gave the command that the mind thinks best.
    """
    choices: int
    """
    Number of its decisions that left a choice.
    """
    lost: int
    """
    The chance that its choices lost.
    """
    luck: int
    """
    The chance that dice, draws and things hidden from it have brought it.
    """


class SeatFairness(TypedDict):
    """
    A seat's contribution to the deal, in hex; null for nothing.
    """

    commitment: NotRequired[str | None]
    """
    The seat's commitment; null says that it brings no entropy.
    """
    entropy: NotRequired[str | None]
    """
    The seat's entropy, once every committed seat has revealed its own.
    """


SeatKind: TypeAlias = KnownSeatKind | str
"""
The kind of holder that a seat has. Later servers may know more: ignore those that you do not know.
"""


SeatPreference: TypeAlias = int | Literal['random']
"""
A preferred seat: a number, or `"random"`.
"""


class SeatRange(TypedDict):
    """
    From `min` to `max` seats.
    """

    max: int
    """
    The most.
    """
    min: int
    """
    The fewest.
    """


class SeatSides(TypedDict):
    """
    The sides of a game's seats, under some options.
    """

    seats: list[str]
    """
    The side that each seat plays, by its name.
    """
    when: dict[str, Any]
    """
    The options with the values that this needs; none if it always holds.
    """


class ServerMessageAccepted(TypedDict):
    """
    The message has become an entry of the log, or has done what it says without one.
    """

    id: str
    """
    The client's id.
    """
    seq: int
    """
    The entry it became; for a message that made none, the last entry the sender may know of,
    and 0 before the match.
    """
    type: Literal['accepted']


class ServerMessageClosing(TypedDict):
    """
    The server is about to close this socket.
    """

    reason: str
    """
    The reason.
    """
    reconnect: NotRequired[str | None]
    """
    The address of another server of the same rooms, `http` or `https`, to which the paths of
    routes are added: who can may come back there. Absent: to the same address.
    """
    retry_after_ms: NotRequired[int | None]
    """
    The delay after which to come back, in milliseconds.
    """
    type: Literal['closing']


class ServerMessagePoint(TypedDict):
    """
    A coach points: to the pupil and to the coach, nobody else.
    """

    at: list[str]
    """
    The things pointed at, by the view's own identifiers; none any more if there are none.
    """
    text: NotRequired[str | None]
    """
    A line beside it.
    """
    type: Literal['point']


class ServerMessagePong(TypedDict):
    """
    The answer to `ping`.
    """

    nonce: int
    """
    The client's nonce.
    """
    type: Literal['pong']


class SetNotify(TypedDict):
    """
    `PUT .../notify`: where the seat wants its notices beside its devices; with neither field, nowhere.
    """

    email: NotRequired[str | None]
    """
    The address to which the server writes, once its owner has agreed; at most 254 bytes.
    """
    webhook: NotRequired[str | None]
    """
    The address that is called, at most 1000 bytes.
    """


Source: TypeAlias = Literal['printed', 'derived', 'reconstructed']
"""
The origin of a value.
"""


Spectators: TypeAlias = Literal['open', 'off']
"""
The people who may watch.
"""


class TakeBack(TypedDict):
    """
    The part of the log that a seat may take back: its newest move, and everything after it.
    """

    free: bool
    """
    `true` if it needs nobody's consent.
    """
    to: int
    """
    The entry whose state the match would return to.
    """


class TakeSeat(TypedDict):
    """
    `POST /api/v1/rooms/{code}/seats`.
    """

    name: str
    """
    The player's name.
    """
    program: NotRequired[Program | None]
    """
    Given by a program that takes the seat.
    """
    seat: NotRequired[SeatPreference | None]
    """
    The seat wanted; default the first free one.
    """


UndoPolicy: TypeAlias = Literal['free', 'consent', 'off']
"""
The rule for taking moves back.
"""


class UnknownBalanceOfPowerEvent(TypedDict):
    """
    One that this server does not know.
    """

    type: str


class UnknownEuropeDividedEvent(TypedDict):
    """
    One that this server does not know.
    """

    type: str


class UnknownEuropeEvent(TypedDict):
    """
    One that this server does not know.
    """

    type: str


class UnknownServerMessage(TypedDict):
    """
    One that this server does not know.
    """

    type: str


class UnknownUnproven(TypedDict):
    """
    One that this server does not know.
    """

    kind: str


class UnprovenDev(TypedDict):
    """
    The server is one for authors of clients: each of its deals follows from this seed.
    """

    kind: Literal['dev']
    seed: int
    """
    The seed.
    """


class UnprovenLesson(TypedDict):
    """
    It is a lesson: its deal is the same for everybody.
    """

    kind: Literal['lesson']
    lesson: str
    """
    The lesson's name within the game.
    """


UnprovenPractice = TypedDict(
    'UnprovenPractice',
    {
        'from': str,
        'kind': Literal['practice'],
        'seq': int,
    },
)


class Update(TypedDict):
    """
    The match as one viewer may see it. `public` and `private` are always complete, never a
    difference.
    """

    awaiting: list[int]
    """
    The seats that must act.
    """
    deadline_ms: NotRequired[int | None]
    """
    The match time at which the next deadline falls due.
    """
    decision: NotRequired[int | None]
    """
    The number of this seat's open question; absent without one.
    """
    events: list[Event]
    """
    The events since the viewer's last update.
    """
    events_from: NotRequired[int | None]
    """
    Present if older events were left out: the first `seq` whose events are included.
    """
    head: str
    """
    The log chain's head after that entry (64 hex digits).
    """
    now_ms: int
    """
    Match time, in milliseconds.
    """
    offers: NotRequired[list[Offer] | None]
    """
    The seat's legal commands; absent for spectators.
    """
    outcome: NotRequired[Outcome | None]
    """
    The end, once there is one.
    """
    paused: NotRequired[bool]
    """
    `true` while match time stands still.
    """
    private: NotRequired[Any]
    """
    The private view: everything that only this seat may see; absent for spectators.
    """
    public: Any
    """
    The public view: everything that everybody may see.
    """
    seq: int
    """
    The last entry this viewer may know of. While a secret simultaneous choice is open, other
    people's entries do not advance it.
    """
    standing: NotRequired[bool]
    """
    `true` if that question takes any number of commands, one after the other, until something else
    closes it; otherwise it takes one.
    """
    type: Literal['update']
    undo: NotRequired[TakeBack | None]
    """
    The moves that this seat may take back, or may ask the others to let it take back.
    """


class VoidedAttempt(TypedDict):
    """
    An attempt that was given up because a seat did not reveal.
    """

    attempt: int
    """
    Its number.
    """
    commitment: str
    """
    The server's commitment of that attempt.
    """
    missing: list[int]
    """
    The seats that did not reveal.
    """
    seats: list[SeatFairness]
    """
    The seats' contributions.
    """
    server_secret: str
    """
    The secret it committed to.
    """


Way: TypeAlias = KnownWay | str
"""
A way to reach somebody who is not connected. Later servers may know more: ignore those that you do not know.
"""


class YouCoach(TypedDict):
    """
    The coach of this seat: a guest who sees what the seat sees, and points.
    """

    coach: int


class YouSeat(TypedDict):
    """
    A seat's holder.
    """

    seat: int


class YouSpectator(TypedDict):
    """
    A spectator; always `true`.
    """

    spectator: bool


class AddBot(TypedDict):
    """
    `POST /api/v1/rooms/{code}/seats/{seat}/bot`.
    """

    level: NotRequired[KnownBotLevel]
    """
    The level at which it plays: one of the game's `bot_levels`; default `normal`.
    """


class Advice(TypedDict):
    """
    A command that a mind would consider.
    """

    chance: int
    """
    The seat's chance to win after it.
    """
    command: Any
    """
    The command.
    """
    reasons: list[AdviceReason]
    """
    The changes that all of them make, the most important first.
    """
    rule: str
    """
    The rule that it rests on.
    """
    text: str
    """
    The command in words.
    """
    then: NotRequired[list[str]]
    """
    The commands with which the mind would go on in the same turn, in words.
    """
    tried: int
    """
    The number of guesses in which it was tried: the more, the surer the chance.
    """


class AnalysedChoice(TypedDict):
    """
    A choice of a seat, as the mind would have made it from that seat's view.
    """

    after: int
    """
    Its chance with the command that it gave.
    """
    before: int
    """
    The seat's chance with the best command.
    """
    best: NotRequired[BestCommand | None]
    """
    The best command; absent if it is the one given.
    """
    luck: int
    """
    The chance that dice, draws and things hidden from it then brought it.
    """
    seat: int
    """
    The seat.
    """
    text: str
    """
    The command in words.
    """


class AnalysedEntry(TypedDict):
    """
    An entry of the log.
    """

    chance: int
    """
    The chance of seat 0 after it, between what each seat knows.
    """
    choice: NotRequired[AnalysedChoice | None]
    """
    The choice that it was; absent if it was none.
    """
    seq: int
    """
    Its number.
    """


class Analysis(TypedDict):
    """
    `GET /api/v1/rooms/{code}/analysis`: what a mind thinks of each entry of a match that is over.
    """

    entries: list[AnalysedEntry]
    """
    One for each entry of the log, from the set-up (0) on.
    """
    seats: list[SeatAnalysis]
    """
    One for each seat.
    """


class AnnounceProgram(TypedDict):
    """
    `POST /api/v1/programs`.
    """

    contact: str
    """
    A way to reach its author: an address on the web, a mail address, a name on a platform.
    """
    games: list[ProgramGame]
    """
    The games that it plays.
    """
    level: NotRequired[str | None]
    """
    Its strength, in its author's words.
    """
    name: str
    """
    Its name at the table.
    """
    rooms: int
    """
    The most rooms that it plays in at the same time.
    """


class AnnouncedProgram(TypedDict):
    """
    The answer to an announcement.
    """

    program: ProgramInfo
    """
    The program as hosts see it.
    """
    seat_ms: int
    """
    The time in which it has to connect to a seat that it is given, in milliseconds.
    """
    silence_ms: int
    """
    The time without a request for its seats after which it is forgotten, in milliseconds.
    """
    token: str
    """
    The token by which it asks for its seats; it opens no seat.
    """


BalanceOfPowerAttackView = TypedDict(
    'BalanceOfPowerAttackView',
    {
        'chances': list[int],
        'dice': int,
        'from': BalanceOfPowerTerritory,
        'to': BalanceOfPowerTerritory,
    },
)


class BalanceOfPowerCapitals(TypedDict):
    """
    The territories of the two capitals.
    """

    blue: BalanceOfPowerTerritory
    """
    Blue's.
    """
    red: BalanceOfPowerTerritory
    """
    Red's.
    """


class BalanceOfPowerCardRow(TypedDict):
    """
    A card.
    """

    id: BalanceOfPowerCard
    """
    Its identifier.
    """
    stars: int
    """
    Its stars.
    """
    stars_source: Source
    territory: NotRequired[BalanceOfPowerTerritory | None]
    """
    The territory on it, if any.
    """
    territory_source: Source


class BalanceOfPowerChartRow(TypedDict):
    """
    A row of the chart.
    """

    capacity: int
    """
    The number of troops that it holds.
    """
    id: BalanceOfPowerOwner
    """
    The owner of the defeated troops there.
    """
    source: Source


BalanceOfPowerCommandAttack = TypedDict(
    'BalanceOfPowerCommandAttack',
    {
        'dice': int,
        'from': BalanceOfPowerTerritory,
        'to': BalanceOfPowerTerritory,
        'type': Literal['attack'],
    },
)


BalanceOfPowerCommandAttackUntil = TypedDict(
    'BalanceOfPowerCommandAttackUntil',
    {
        'from': BalanceOfPowerTerritory,
        'stop_at': int,
        'to': BalanceOfPowerTerritory,
        'type': Literal['attack_until'],
    },
)


class BalanceOfPowerCommandCollect(TypedDict):
    """
    Takes an objective that is fulfilled.
    """

    objective: BalanceOfPowerObjective
    """
    The objective.
    """
    type: Literal['collect']


BalanceOfPowerCommandManoeuvre = TypedDict(
    'BalanceOfPowerCommandManoeuvre',
    {
        'from': BalanceOfPowerTerritory,
        'to': BalanceOfPowerTerritory,
        'troops': int,
        'type': Literal['manoeuvre'],
    },
)


class BalanceOfPowerCommandPlace(TypedDict):
    """
    Places drafted troops on the player's territories.
    """

    troops: BalanceOfPowerTerritoryCounts
    """
    The number of troops for each territory.
    """
    type: Literal['place']


class BalanceOfPowerCommandReturnTroops(TypedDict):
    """
    Puts returning neutral troops into neutral territories.
    """

    troops: BalanceOfPowerTerritoryCounts
    """
    The number of troops for each territory.
    """
    type: Literal['return_troops']


class BalanceOfPowerCommandRoom(TypedDict):
    """
    Parts that only the Command Room has.
    """

    charts: BalanceOfPowerCharts
    """
    The charts of defeated troops.
    """
    placer: int
    """
    The seat that placed or places the map.
    """
    resistance: NotRequired[int | None]
    """
    The sum that the two dice must reach for neutral resistance; null when the neutral chart is
    empty.
    """
    support: list[BalanceOfPowerSupportView]
    """
    The kinds of combat support.
    """


BalanceOfPowerCommandSupport = TypedDict(
    'BalanceOfPowerCommandSupport',
    {
        'from': NotRequired[BalanceOfPowerTerritory | None],
        'kind': BalanceOfPowerSupport,
        'stop_at': NotRequired[int | None],
        'to': NotRequired[BalanceOfPowerTerritory | None],
        'troops': NotRequired[int | None],
        'type': Literal['support'],
    },
)


class BalanceOfPowerConditionRegion(TypedDict):
    """
    Every territory of a region.
    """

    hold: Literal['region']
    region: BalanceOfPowerRegion
    """
    The region.
    """


class BalanceOfPowerConditionSite(TypedDict):
    """
    Every site of a kind.
    """

    hold: Literal['site']
    site: BalanceOfPowerSite
    """
    The site.
    """


class BalanceOfPowerDraftView(TypedDict):
    """
    The troops that a draft earns.
    """

    base: int
    """
    A third of territories and cities, at least 3.
    """
    capitals: int
    """
    One for each capital held.
    """
    regions: list[BalanceOfPowerRegionBonus]
    """
    The bonus of each region held whole.
    """
    total: int
    """
    Everything together.
    """


class BalanceOfPowerEdgeRow(TypedDict):
    """
    Two territories that border each other.
    """

    a: BalanceOfPowerTerritory
    """
    The one.
    """
    b: BalanceOfPowerTerritory
    """
    The other.
    """
    kind: BalanceOfPowerEdgeKind
    """
    The way in which they border each other.
    """
    source: Source


BalanceOfPowerEndReason: TypeAlias = KnownBalanceOfPowerEndReason | str
"""
The reason for the result of a match. Later servers may know more: ignore those that you do not know.
"""


class BalanceOfPowerEventCollected(TypedDict):
    """
    An objective was collected.
    """

    colour: BalanceOfPowerColour
    """
    The player's colour.
    """
    objective: BalanceOfPowerObjective
    """
    The objective.
    """
    type: Literal['collected']


class BalanceOfPowerEventConquered(TypedDict):
    """
    A territory has fallen.
    """

    by: BalanceOfPowerOwner
    """
    The new owner.
    """
    of: BalanceOfPowerOwner
    """
    The previous owner.
    """
    territory: BalanceOfPowerTerritory
    """
    The territory.
    """
    type: Literal['conquered']


class BalanceOfPowerEventEnded(TypedDict):
    """
    The match is over.
    """

    reason: BalanceOfPowerEndReason
    """
    The reason.
    """
    type: Literal['ended']
    winner: NotRequired[int | None]
    """
    The seat that won; absent when nobody did.
    """


BalanceOfPowerEventFought = TypedDict(
    'BalanceOfPowerEventFought',
    {
        'attack': list[AttackItem],
        'attacker_lost': int,
        'defence': list[DefenceItem],
        'defender_lost': int,
        'from': BalanceOfPowerTerritory,
        'to': BalanceOfPowerTerritory,
        'type': Literal['fought'],
    },
)


class BalanceOfPowerEventHandicapGiven(TypedDict):
    """
    A seat has more troops on its capital, as the room's handicap says.
    """

    colour: BalanceOfPowerColour
    """
    Its colour.
    """
    seat: int
    """
    The seat.
    """
    territory: BalanceOfPowerTerritory
    """
    Its capital.
    """
    troops: int
    """
    The number of troops more.
    """
    type: Literal['handicap_given']


BalanceOfPowerEventManoeuvred = TypedDict(
    'BalanceOfPowerEventManoeuvred',
    {
        'colour': BalanceOfPowerColour,
        'from': BalanceOfPowerTerritory,
        'to': BalanceOfPowerTerritory,
        'troops': int,
        'type': Literal['manoeuvred'],
    },
)


BalanceOfPowerEventOccupied = TypedDict(
    'BalanceOfPowerEventOccupied',
    {
        'from': BalanceOfPowerTerritory,
        'to': BalanceOfPowerTerritory,
        'troops': int,
        'type': Literal['occupied'],
    },
)


class BalanceOfPowerEventPlaced(TypedDict):
    """
    Drafted troops were placed.
    """

    colour: BalanceOfPowerColour
    """
    The player's colour.
    """
    troops: BalanceOfPowerTerritoryCounts
    """
    The number of troops for each territory.
    """
    type: Literal['placed']


BalanceOfPowerEventRolled = TypedDict(
    'BalanceOfPowerEventRolled',
    {
        'attack': list[AttackItem],
        'defence': list[DefenceItem],
        'from': BalanceOfPowerTerritory,
        'to': BalanceOfPowerTerritory,
        'type': Literal['rolled'],
    },
)


class BalanceOfPowerEventSetUp(TypedDict):
    """
    The match is set up.
    """

    cities: list[BalanceOfPowerTerritory]
    """
    The cities.
    """
    objectives: list[BalanceOfPowerObjective]
    """
    The objectives that lie face up.
    """
    setup: NotRequired[int | None]
    """
    The set-up of Basic Training.
    """
    type: Literal['set_up']
    version: BalanceOfPowerVersion
    """
    The version played.
    """


class BalanceOfPowerEventSkipped(TypedDict):
    """
    An optional step was skipped.
    """

    colour: BalanceOfPowerColour
    """
    The player's colour.
    """
    step: BalanceOfPowerOptionalStep
    """
    The step.
    """
    type: Literal['skipped']


class BalanceOfPowerEventSupportBought(TypedDict):
    """
    Combat support was bought.
    """

    colour: BalanceOfPowerColour
    """
    The player's colour.
    """
    kind: BalanceOfPowerSupport
    """
    The kind of support.
    """
    price: int
    """
    Troops that left the buyer's own chart.
    """
    type: Literal['support_bought']


class BalanceOfPowerEventTroopsReturned(TypedDict):
    """
    Neutral troops came back.
    """

    troops: BalanceOfPowerTerritoryCounts
    """
    The number of troops for each territory.
    """
    type: Literal['troops_returned']


class BalanceOfPowerGarrison(TypedDict):
    """
    The troops in a territory, and their owner.
    """

    owner: BalanceOfPowerOwner
    """
    The owner of the troops.
    """
    troops: int
    """
    The number of troops.
    """


BalanceOfPowerLastRollCombat = TypedDict(
    'BalanceOfPowerLastRollCombat',
    {
        'attack': list[AttackItem],
        'attacker_lost': NotRequired[int | None],
        'defence': list[DefenceItem],
        'defender_lost': NotRequired[int | None],
        'from': BalanceOfPowerTerritory,
        'kind': Literal['combat'],
        'to': BalanceOfPowerTerritory,
    },
)


class BalanceOfPowerOptions(TypedDict):
    """
    The options of a room of Balance of Power.
    """

    first: NotRequired[BalanceOfPowerFirst]
    """
    In Basic Training; in the Command Room a player decides.
    """
    handicap: NotRequired[int]
    """
    Troops that one player has more at the beginning, on the capital, two for each step. A house rule
    for players of unequal strength.
    """
    handicap_for: NotRequired[BalanceOfPowerFavouredSeat]
    """
    It changes nothing without a head start.
    """
    max_turns: NotRequired[int]
    """
    Turns of both players together; then the match ends without more.
    """
    setup: NotRequired[int]
    """
    The places of troops, cities and capitals at the beginning, and the objectives. Map 3 is a good
    first one.
    """
    version: NotRequired[BalanceOfPowerVersion]
    """
    The Command Room is the whole game; Basic Training leaves some of it out.
    """


class BalanceOfPowerPlacement(TypedDict):
    austria: BalanceOfPowerGarrison
    belarus: BalanceOfPowerGarrison
    belgium: BalanceOfPowerGarrison
    czech_republic: BalanceOfPowerGarrison
    denmark: BalanceOfPowerGarrison
    eastern_ukraine: BalanceOfPowerGarrison
    estonia: BalanceOfPowerGarrison
    finland: BalanceOfPowerGarrison
    germany: BalanceOfPowerGarrison
    hungary: BalanceOfPowerGarrison
    ireland: BalanceOfPowerGarrison
    italy: BalanceOfPowerGarrison
    latvia: BalanceOfPowerGarrison
    lithuania: BalanceOfPowerGarrison
    moldova: BalanceOfPowerGarrison
    netherlands: BalanceOfPowerGarrison
    northern_france: BalanceOfPowerGarrison
    northern_russia: BalanceOfPowerGarrison
    norway: BalanceOfPowerGarrison
    poland: BalanceOfPowerGarrison
    prussia: BalanceOfPowerGarrison
    romania: BalanceOfPowerGarrison
    slovakia: BalanceOfPowerGarrison
    slovenia: BalanceOfPowerGarrison
    southern_france: BalanceOfPowerGarrison
    southern_russia: BalanceOfPowerGarrison
    sweden: BalanceOfPowerGarrison
    switzerland: BalanceOfPowerGarrison
    united_kingdom: BalanceOfPowerGarrison
    western_ukraine: BalanceOfPowerGarrison


BalanceOfPowerPrompt = TypedDict(
    'BalanceOfPowerPrompt',
    {
        'from': NotRequired[BalanceOfPowerTerritory | None],
        'kind': BalanceOfPowerPromptKind,
        'least': NotRequired[int | None],
        'most': NotRequired[int | None],
        'seat': NotRequired[int | None],
        'to': NotRequired[BalanceOfPowerTerritory | None],
    },
)


class BalanceOfPowerRegionRow(TypedDict):
    """
    A region.
    """

    bonus: int
    """
    Troops that it earns if held whole.
    """
    bonus_source: Source
    id: BalanceOfPowerRegion
    """
    Its identifier.
    """
    name: str
    """
    Its name.
    """
    source: Source


class BalanceOfPowerResistanceRow(TypedDict):
    """
    The sum that two dice must reach against neutral resistance.
    """

    needed: int
    """
    The sum to reach.
    """
    source: Source
    troops: int
    """
    The number of troops on the neutral chart.
    """


class BalanceOfPowerSetupRow(TypedDict):
    """
    A set-up of Basic Training.
    """

    blue: BalanceOfPowerTerritoryCounts
    """
    Blue's troops.
    """
    blue_capital: BalanceOfPowerTerritory
    """
    The territory of Blue's capital.
    """
    cities: list[BalanceOfPowerTerritory]
    """
    The territories with cities.
    """
    cities_source: Source
    first: NotRequired[BalanceOfPowerColour | None]
    """
    The colour that goes first, if the set-up names one.
    """
    first_source: NotRequired[Source | None]
    id: int
    """
    Its number, from 1.
    """
    neutral: BalanceOfPowerTerritoryCounts
    """
    Neutral troops.
    """
    objectives: list[BalanceOfPowerObjective]
    """
    The objectives that lie face up.
    """
    objectives_source: Source
    placement_source: Source
    red: BalanceOfPowerTerritoryCounts
    """
    Red's troops.
    """
    red_capital: BalanceOfPowerTerritory
    """
    The territory of Red's capital.
    """


class BalanceOfPowerSideView(TypedDict):
    """
    One player's side.
    """

    capitals: list[BalanceOfPowerColour]
    """
    Capitals held, whosever they are.
    """
    cities: int
    """
    Cities held.
    """
    collected: list[BalanceOfPowerObjective]
    """
    Objectives collected, sorted.
    """
    colour: BalanceOfPowerColour
    """
    The colour.
    """
    draft: BalanceOfPowerDraftView
    """
    The troops that a draft earns as the map stands, without cards.
    """
    fulfilled: list[BalanceOfPowerObjective]
    """
    Objectives face up that are fulfilled as the map stands, sorted.
    """
    hand: int
    """
    Cards in hand.
    """
    seat: NotRequired[int | None]
    """
    The seat that plays it; null before it is chosen.
    """
    territories: int
    """
    Territories held.
    """
    troops: int
    """
    Troops on the map.
    """


class BalanceOfPowerStarsRow(TypedDict):
    """
    The troops that cards with this many stars earn together.
    """

    source: Source
    stars: int
    """
    The stars.
    """
    troops: int
    """
    The troops.
    """


class BalanceOfPowerSupportRow(TypedDict):
    """
    A kind of combat support.
    """

    id: BalanceOfPowerSupport
    """
    Its identifier.
    """
    name: str
    """
    Its name.
    """
    price: int
    """
    Its price, in troops from the buyer's own chart.
    """
    price_source: Source
    text: str
    """
    Its text.
    """
    text_source: Source


class BalanceOfPowerTerritoryRow(TypedDict):
    """
    A territory.
    """

    id: BalanceOfPowerTerritory
    """
    Its identifier.
    """
    name: str
    """
    Its name.
    """
    name_source: Source
    region: BalanceOfPowerRegion
    """
    The region that it belongs to.
    """
    region_source: Source
    rough: bool
    """
    `true` if its terrain is rough.
    """
    rough_source: Source
    site: NotRequired[BalanceOfPowerSite | None]
    """
    Its site, if it has one.
    """
    site_source: NotRequired[Source | None]


BotLevel: TypeAlias = KnownBotLevel | str
"""
The level at which a bot plays. Later servers may know more: ignore those that you do not know.
"""


class ClientMessageLesson(TypedDict):
    """
    Goes through a lesson.
    """

    go: LessonGo
    """
    The way.
    """
    id: str
    """
    The client's id of this message.
    """
    step: int
    """
    The step that it is about.
    """
    type: Literal['lesson']


Code: TypeAlias = KnownCode | str
"""
The reason why something was not done. `rejected`, `error` and HTTP problems share these codes. Later servers may know more: ignore those that you do not know.
"""


class CreateRoom(TypedDict):
    """
    `POST /api/v1/rooms`.
    """

    absence_ms: NotRequired[int | None]
    """
    The absence of an awaited opponent after which one may claim, in milliseconds.
    """
    entropy: NotRequired[Entropy]
    """
    The requirement on people to bring entropy to the deal.
    """
    game: str
    """
    The game's id.
    """
    hints: NotRequired[Hints]
    """
    The people who may ask for hints.
    """
    listed: NotRequired[bool]
    """
    `true` if strangers see the room in the list.
    """
    name: str
    """
    The creator's name.
    """
    options: NotRequired[dict[str, Any]]
    """
    The game's options; missing ones take their defaults.
    """
    program: NotRequired[Program | None]
    """
    Given by a program that creates the room.
    """
    seat: NotRequired[SeatPreference | None]
    """
    The seat the creator wants; default the first.
    """
    spectators: NotRequired[Spectators]
    """
    The people who may watch.
    """


class EuropeAllotment(TypedDict):
    """
    The cubes assigned to one citizen.
    """

    cubes: EuropeResourceCounts
    """
    The cubes it is given.
    """
    id: EuropeCitizen
    """
    The citizen.
    """
    reward: EuropeReward
    """
    The seat's reward if the citizen's needs are met.
    """


class EuropeBankView(TypedDict):
    """
    The bank, and the cubes for sale.
    """

    cards: list[EuropeResourceView]
    """
    Its starting cards, which produce for it.
    """
    open: bool
    """
    `true` if it is open.
    """
    price: int
    """
    Coin for a cube.
    """
    stock: EuropeResourceCounts
    """
    Its cubes.
    """


class EuropeChosenView(TypedDict):
    """
    The seat's answer to the choice of citizens.
    """

    hidden: NotRequired[EuropeCitizen | None]
    """
    The one kept face down.
    """
    keep: list[EuropeCitizen]
    """
    The citizens kept.
    """
    reveal_resource: bool
    """
    `true` if the resource card is revealed.
    """


class EuropeCitizenOutcomeMet(TypedDict):
    """
    Its needs were met.
    """

    kind: Literal['met']
    reward: EuropeReward
    """
    The reward that the player took.
    """


class EuropeCitizenRow(TypedDict):
    """
    A type of citizen.
    """

    coin: int
    """
    The coin that it pays when met.
    """
    copies: EuropeCopies
    """
    The number of its copies.
    """
    copies_source: Source
    id: EuropeCitizenKind
    """
    Its identifier.
    """
    name: str
    """
    Its name.
    """
    needs: EuropeResourceCounts
    """
    The cubes that it needs.
    """
    source: Source


class EuropeCitizenView(TypedDict):
    """
    A citizen card.
    """

    coin: int
    """
    Coin that it pays when met, instead of happiness.
    """
    id: EuropeCitizen
    """
    The card.
    """
    needs: EuropeResourceCounts
    """
    The cubes it requires.
    """


class EuropeCommandAllocate(TypedDict):
    """
    Assigns cubes to citizens (secret until all have; final).
    """

    cards: list[EuropeAllotment]
    """
    Every citizen of the seat's once, in the order of the view.
    """
    type: Literal['allocate']


class EuropeCommandBankBuy(TypedDict):
    """
    Buys cubes from the bank.
    """

    cubes: EuropeResourceCounts
    """
    The cubes.
    """
    type: Literal['bank_buy']


class EuropeCommandCountry(TypedDict):
    """
    Takes a country, before round 1.
    """

    code: EuropeCountry
    """
    The country.
    """
    type: Literal['country']


class EuropeCommandDevelop(TypedDict):
    """
    Rapid Development: buys a resource card of the market.
    """

    card_id: EuropeResourceCard
    """
    The card that lies there.
    """
    slot: int
    """
    Its slot, from 0.
    """
    type: Literal['develop']


class EuropeCommandOfferCounter(TypedDict):
    """
    Answers an offer with another one, to the seat that made it alone.
    """

    give: EuropeGoodCounts
    """
    The cubes and coin that the answering seat gives.
    """
    offer_id: int
    """
    The offer answered.
    """
    type: Literal['offer_counter']
    want: EuropeGoodCounts
    """
    The cubes and coin that the answering seat wants.
    """


class EuropeCommandOfferCreate(TypedDict):
    """
    Offers a trade to other seats.
    """

    give: EuropeGoodCounts
    """
    The cubes and coin that the offerer gives.
    """
    to: list[int]
    """
    The seats that may accept, each once; all others for an offer to everybody.
    """
    type: Literal['offer_create']
    want: EuropeGoodCounts
    """
    The cubes and coin that the offerer wants.
    """


class EuropeCommandSettleCrisis(TypedDict):
    """
    Pays a debt of a crisis, in part or whole.
    """

    coin: int
    """
    Coin paid.
    """
    crisis_id: EuropeCrisis
    """
    The crisis.
    """
    cubes: EuropeResourceCounts
    """
    Cubes paid.
    """
    type: Literal['settle_crisis']


class EuropeCountRow(TypedDict):
    """
    A count that a room cannot choose.
    """

    id: EuropeCount
    """
    The subject of the count.
    """
    source: Source
    text: str
    """
    The subject of the count, in words.
    """
    value: int
    """
    The number.
    """


class EuropeCountryRow(TypedDict):
    """
    A member state.
    """

    id: EuropeCountry
    """
    Its identifier.
    """
    name: str
    """
    Its name.
    """
    source: Source


class EuropeDividedAdvantageRow(TypedDict):
    """
    An Advantage Card.
    """

    id: EuropeDividedAdvantageCard
    """
    Its identifier.
    """
    money: dict[str, int]
    """
    The money that it is sold for in each edition.
    """
    money_source: dict[str, Source]
    name: str
    """
    Its name.
    """
    name_source: Source
    no: int
    """
    Its number.
    """
    side: EuropeDividedSide
    """
    The side that it belongs to.
    """
    text: str
    """
    Its text.
    """
    text_note: NotRequired[str | None]
    """
    The basis of the text.
    """
    text_source: Source
    when: EuropeDividedAdvantageTime
    """
    The time at which it may be used.
    """


class EuropeDividedCauseSea(TypedDict):
    """
    A Sea Card.
    """

    kind: Literal['sea']
    sea: EuropeDividedSea
    """
    Its sea.
    """


class EuropeDividedCommandBuildArmy(TypedDict):
    """
    Builds an army.
    """

    space: EuropeDividedSpace
    """
    The space.
    """
    type: Literal['build_army']


class EuropeDividedCommandFracture(TypedDict):
    """
    Puts the EU fracture marker on one of Europe's regions.
    """

    space: EuropeDividedSpace
    """
    The region.
    """
    type: Literal['fracture']


class EuropeDividedCommandIncreaseInfluence(TypedDict):
    """
    Raises a die by exactly `amount`.
    """

    amount: int
    """
    By how much the die rises.
    """
    power: EuropeDividedPower
    """
    The power whose die it is.
    """
    region: EuropeDividedRegion
    """
    The region.
    """
    type: Literal['increase_influence']


class EuropeDividedCommandLowerInfluence(TypedDict):
    """
    Lowers an opposing die of 6 to 5.
    """

    power: EuropeDividedPower
    """
    The power whose die it is.
    """
    region: EuropeDividedRegion
    """
    The region.
    """
    type: Literal['lower_influence']


EuropeDividedCommandMoveArmy = TypedDict(
    'EuropeDividedCommandMoveArmy',
    {
        'from': EuropeDividedSpace,
        'to': EuropeDividedSpace,
        'type': Literal['move_army'],
    },
)


class EuropeDividedCommandPlaceHeadline(TypedDict):
    """
    Places a headline (secret until both have chosen).
    """

    headline: EuropeDividedHeadline
    """
    The headline.
    """
    type: Literal['place_headline']


class EuropeDividedCommandPlaceInfluence(TypedDict):
    """
    Places an influence die of value 1.
    """

    power: EuropeDividedPower
    """
    The power whose die it is.
    """
    region: EuropeDividedRegion
    """
    The region.
    """
    type: Literal['place_influence']


EuropeDividedCommandSeaMove = TypedDict(
    'EuropeDividedCommandSeaMove',
    {
        'from': EuropeDividedSpace,
        'to': EuropeDividedSpace,
        'type': Literal['sea_move'],
    },
)


class EuropeDividedCommandVisegradGroup(TypedDict):
    """
    Hungary's action: +2 in Czechia and Slovakia and +2 in Poland.
    """

    czechia_slovakia: EuropeDividedPower
    """
    The colour raised in Czechia and Slovakia.
    """
    poland: EuropeDividedPower
    """
    The colour raised in Poland.
    """
    type: Literal['visegrad_group']


class EuropeDividedConditionRow(TypedDict):
    """
    A condition in words.
    """

    id: EuropeDividedCondition
    """
    Its identifier.
    """
    source: Source
    text: str
    """
    Its words.
    """


class EuropeDividedConditionState(TypedDict):
    """
    A headline's condition as the board stands.
    """

    holds: bool
    """
    `true` if it holds: the headline would be awarded.
    """
    lacks: NotRequired[dict[str, EuropeDividedRegionLack]]
    """
    Of each region in which it does not, what is missing there.
    """


class EuropeDividedEdgeRow(TypedDict):
    """
    Two spaces that border each other.
    """

    a: EuropeDividedSpace
    """
    The one.
    """
    b: EuropeDividedSpace
    """
    The other.
    """
    basis: str
    """
    The basis of the source.
    """
    source: Source


class EuropeDividedEditionRow(TypedDict):
    """
    The rules in which an edition differs.
    """

    advantage_not_chosen: EuropeDividedNotChosen
    """
    The destination of Advantage Cards that were not kept.
    """
    id: EuropeDividedEdition
    """
    Its identifier.
    """
    increase: EuropeDividedIncreaseRule
    """
    The rule for how far a symbol increases influence.
    """
    prestige_of_cards: EuropeDividedCardPrestige
    """
    The moment at which the prestige of cards counts.
    """
    reshuffle: EuropeDividedReshuffle
    """
    The moment at which discards become the deck.
    """
    reshuffle_source: Source
    source: Source
    start_money: dict[str, int]
    """
    The money that each side starts with.
    """


EuropeDividedEndReason: TypeAlias = KnownEuropeDividedEndReason | str
"""
The reason for the result of a match. Later servers may know more: ignore those that you do not know.
"""


class EuropeDividedEventAdvantageSold(TypedDict):
    """
    An Advantage Card was discarded for money.
    """

    card: EuropeDividedAdvantageCard
    """
    The card.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['advantage_sold']


class EuropeDividedEventAdvantageUsed(TypedDict):
    """
    An Advantage Card was used for its special action.
    """

    card: EuropeDividedAdvantageCard
    """
    The card.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['advantage_used']


class EuropeDividedEventAdvantagesDrawn(TypedDict):
    """
    A side drew three Advantage Cards to choose from.
    """

    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['advantages_drawn']


class EuropeDividedEventAdvantagesScored(TypedDict):
    """
    Advantage Cards still held were scored.
    """

    prestige: int
    """
    One prestige a card.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['advantages_scored']


class EuropeDividedEventArmiesRemoved(TypedDict):
    """
    Opposing armies met: one of each goes back to its supply.
    """

    space: EuropeDividedSpace
    """
    The space.
    """
    type: Literal['armies_removed']


class EuropeDividedEventArmyLostToInfluence(TypedDict):
    """
    An army met opposing dominance and goes back to its supply.
    """

    region: EuropeDividedRegion
    """
    The region.
    """
    side: EuropeDividedSide
    """
    The side whose army it was.
    """
    type: Literal['army_lost_to_influence']


class EuropeDividedEventCardPassed(TypedDict):
    """
    The revealed card was used for no action.
    """

    card: EuropeDividedActionCard
    """
    The card.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['card_passed']


class EuropeDividedEventCardPlayed(TypedDict):
    """
    A locked card is revealed.
    """

    card: EuropeDividedActionCard
    """
    The card.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['card_played']


class EuropeDividedEventCardReplaced(TypedDict):
    """
    A card in hand or locked was replaced from the deck, unseen.
    """

    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['card_replaced']


class EuropeDividedEventCardsDrawn(TypedDict):
    """
    A side drew Action Cards.
    """

    count: int
    """
    The number of cards.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['cards_drawn']


class EuropeDividedEventContestedCardTaken(TypedDict):
    """
    A side takes a contested Action Card into its discards.
    """

    card: EuropeDividedActionCard
    """
    The card.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['contested_card_taken']


class EuropeDividedEventDeckShuffled(TypedDict):
    """
    A side's discards were shuffled into its Action deck.
    """

    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['deck_shuffled']


class EuropeDividedEventDeclined(TypedDict):
    """
    An Effect or a Reaction was not used.
    """

    card: EuropeDividedActionCard
    """
    The card that has it.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['declined']


class EuropeDividedEventDominanceScored(TypedDict):
    """
    Dominance was scored.
    """

    prestige: int
    """
    One prestige a region.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['dominance_scored']


class EuropeDividedEventFractured(TypedDict):
    """
    The EU fracture marker was placed.
    """

    removed_from: NotRequired[EuropeDividedCardZone | None]
    """
    Set when the region's card had only EU actions and left the game: where it was.
    """
    space: EuropeDividedSpace
    """
    The space.
    """
    type: Literal['fractured']


class EuropeDividedEventHandicapGiven(TypedDict):
    """
    A side begins with prestige, as the room's handicap says.
    """

    prestige: int
    """
    The prestige.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['handicap_given']


class EuropeDividedEventHeadlineAwarded(TypedDict):
    """
    A headline's condition held in every region.
    """

    headline: EuropeDividedHeadline
    """
    The headline.
    """
    prestige: int
    """
    Prestige it is worth.
    """
    side: EuropeDividedSide
    """
    The side that it goes to.
    """
    type: Literal['headline_awarded']


class EuropeDividedEventHeadlineDrawn(TypedDict):
    """
    The headline drawn, for its owner alone.
    """

    headline: EuropeDividedHeadline
    """
    The headline.
    """
    type: Literal['headline_drawn']


class EuropeDividedEventHeadlineFailed(TypedDict):
    """
    A headline's condition failed; it leaves the game.
    """

    headline: EuropeDividedHeadline
    """
    The headline.
    """
    type: Literal['headline_failed']


class EuropeDividedEventHeadlinePlaced(TypedDict):
    """
    A headline was placed.
    """

    headline: EuropeDividedHeadline
    """
    The headline.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['headline_placed']


class EuropeDividedEventHeadlinesDiscarded(TypedDict):
    """
    A side discarded headlines face down.
    """

    count: int
    """
    The number of headlines.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['headlines_discarded']


class EuropeDividedEventHeadlinesDrawn(TypedDict):
    """
    A side drew headlines.
    """

    count: int
    """
    The number of headlines.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['headlines_drawn']


class EuropeDividedEventInitiativeRevealed(TypedDict):
    """
    Both sides have locked; the sums are announced.
    """

    europe: int
    """
    The sum of Europe's two cards.
    """
    first: EuropeDividedSide
    """
    The side that goes first.
    """
    russia: int
    """
    The sum of Russia's two cards.
    """
    type: Literal['initiative_revealed']


class EuropeDividedEventMatchEnded(TypedDict):
    """
    The match is over.
    """

    reason: EuropeDividedEndReason
    """
    The reason.
    """
    type: Literal['match_ended']
    winner: NotRequired[EuropeDividedSide | None]
    """
    The winner; absent when nobody won.
    """


class EuropeDividedEventSeaControlChanged(TypedDict):
    """
    A Sea Card changed hands.
    """

    power: NotRequired[EuropeDividedPower | None]
    """
    The new holder; absent if nobody holds it.
    """
    sea: EuropeDividedSea
    """
    The sea.
    """
    type: Literal['sea_control_changed']


class EuropeDividedEventSegmentEnded(TypedDict):
    """
    A segment ended.
    """

    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['segment_ended']


class EuropeDividedEventStepsEnded(TypedDict):
    """
    A special action of several steps ended.
    """

    side: EuropeDividedSide
    """
    The side.
    """
    type: Literal['steps_ended']


class EuropeDividedHeadlineSource(TypedDict):
    """
    The source of the values of a headline.
    """

    banner: Source
    condition: Source
    money_tokens: Source
    name: Source
    no: Source
    period: Source
    prestige: Source
    regions: Source


class EuropeDividedHeadlinesView(TypedDict):
    """
    The headlines on the table.
    """

    conditions: dict[str, EuropeDividedConditionState]
    """
    Of each one to be resolved, what its condition lacks as the board stands.
    """
    current: list[EuropeDividedHeadline]
    """
    To be resolved next.
    """
    deck: int
    """
    Headlines in the deck.
    """
    failed: list[EuropeDividedHeadline]
    """
    Headlines whose condition failed, sorted.
    """
    forthcoming: list[EuropeDividedHeadline]
    """
    To become current next.
    """


class EuropeDividedInitiativeView(TypedDict):
    """
    The announced initiative.
    """

    europe: int
    """
    Europe's sum.
    """
    first: EuropeDividedSide
    """
    The side that goes first.
    """
    russia: int
    """
    Russia's sum.
    """


class EuropeDividedPartBuild(TypedDict):
    """
    Builds an army.
    """

    do: Literal['build']
    space: EuropeDividedSpace
    """
    The space for it.
    """


class EuropeDividedPartInfluence(TypedDict):
    """
    Places or increases influence.
    """

    add: int
    """
    By how much.
    """
    cap: int
    """
    Up to this value.
    """
    do: Literal['influence']
    only_powers_with_six: NotRequired[bool]
    """
    `true` if only powers with a 6 may.
    """
    place: EuropeDividedPlacing
    """
    The price of a new die.
    """
    powers: list[EuropeDividedPower]
    """
    The powers of which one's die is changed.
    """
    regions: list[EuropeDividedRegion]
    """
    The regions of which one is chosen.
    """


class EuropeDividedPartMoveTo(TypedDict):
    """
    Moves an army.
    """

    do: Literal['move_to']
    space: EuropeDividedSpace
    """
    The space that it enters.
    """


class EuropeDividedPrivate(TypedDict):
    """
    The private view: everything that only one seat may see.
    """

    advantages: list[EuropeDividedAdvantageCard]
    """
    Advantage Cards in hand, sorted.
    """
    advantages_returned: list[EuropeDividedAdvantageCard]
    """
    The Advantage Card not chosen, one a period.
    """
    advantages_scored: list[EuropeDividedAdvantageCard]
    """
    Advantage Cards that scored.
    """
    chosen: bool
    """
    The seat has made its choice in the simultaneous decision that is open.
    """
    conditions: NotRequired[dict[str, EuropeDividedConditionState]]
    """
    Of each of them, what its condition lacks as the board stands.
    """
    deck: NotRequired[list[EuropeDividedActionCard] | None]
    """
    The seat's Action deck, sorted, never in its real order; only while Council Meeting may take from it.
    """
    discards_face_down: list[EuropeDividedActionCard]
    """
    The seat's discards that lie face down, sorted.
    """
    drawn: NotRequired[list[EuropeDividedAdvantageCard]]
    """
    The three Advantage Cards to choose from, sorted.
    """
    hand: list[EuropeDividedActionCard]
    """
    Action Cards in hand, locked ones not included, sorted.
    """
    headlines: list[EuropeDividedHeadline]
    """
    Headlines in hand, sorted; a chosen one included until both have chosen.
    """
    headlines_discarded: list[EuropeDividedHeadline]
    """
    The seat's headlines discarded face down.
    """
    intelligence: NotRequired[EuropeDividedIntelligence | None]
    """
    The cards that Cyber Attack showed this turn.
    """
    keeping: NotRequired[list[EuropeDividedAdvantageCard]]
    """
    The two of them that are chosen, sorted, until both have chosen.
    """
    locked: list[EuropeDividedActionCard]
    """
    Locked Action Cards not yet played, sorted.
    """
    placing: NotRequired[EuropeDividedHeadline | None]
    """
    The headline chosen for placing.
    """
    side: EuropeDividedSide
    """
    The seat's side.
    """


class EuropeDividedProjection(TypedDict):
    """
    The score if the board stayed as it is: every headline on the table is resolved, dominance scores as
    often as it is still to be scored, and Advantage Cards score once. After the end, the score.
    """

    reason: EuropeDividedEndReason
    """
    The reason: the tie-break that decides, if prestige does not.
    """
    sides: list[EuropeDividedSideProjection]
    """
    Europe, then Russia.
    """
    winner: EuropeDividedSide
    """
    The side that would win.
    """


class EuropeDividedPrompt(TypedDict):
    """
    The question asked.
    """

    advantage: NotRequired[EuropeDividedAdvantageCard | None]
    """
    The Advantage Card that the question is about.
    """
    card: NotRequired[EuropeDividedActionCard | None]
    """
    The Action Card that the question is about.
    """
    kind: EuropeDividedPromptKind
    """
    The kind of question.
    """
    side: NotRequired[EuropeDividedSide | None]
    """
    The side asked; absent when both are, or nobody.
    """


class EuropeDividedPublic(TypedDict):
    """
    The public view: everything that everybody may see.
    """

    armies: EuropeDividedArmies
    """
    The armies on the board.
    """
    dice: dict[str, EuropeDividedDice]
    """
    The dice on the board; a die of 0 is not there.
    """
    edition: EuropeDividedEdition
    """
    The edition played.
    """
    fracture: NotRequired[EuropeDividedSpace | None]
    """
    The space with the EU fracture marker.
    """
    handicap: NotRequired[Handicap | None]
    """
    The room's handicap, if it has one.
    """
    headlines: EuropeDividedHeadlinesView
    """
    The headlines on the table.
    """
    initiative: NotRequired[EuropeDividedInitiativeView | None]
    """
    The initiative of this turn, once both have locked.
    """
    money_tokens: dict[str, int]
    """
    Money tokens by space.
    """
    period: int
    """
    1 or 2.
    """
    projection: EuropeDividedProjection
    """
    The score if nothing changed any more.
    """
    prompt: EuropeDividedPrompt
    """
    The question asked, and the side or seat that it is put to.
    """
    sanctions: bool
    """
    Russia may not spend money this turn (US Sanctions).
    """
    seas: EuropeDividedSeaControl
    """
    The holders of the Sea Cards.
    """
    sides: list[EuropeDividedSideView]
    """
    Europe, then Russia.
    """
    stage: EuropeDividedStage
    """
    The part that the turn has reached.
    """
    turn: int
    """
    1 to 20; 0 before the first turn.
    """


class EuropeDividedSeaRow(TypedDict):
    """
    A Sea Card.
    """

    eu_money: int
    """
    The money that the EU gains.
    """
    eu_text: str
    """
    The EU's use of it.
    """
    id: EuropeDividedSea
    """
    Its identifier.
    """
    minimum: int
    """
    The least sum that holds it.
    """
    name: str
    """
    Its name.
    """
    nato_build_in: NotRequired[EuropeDividedSpace | None]
    """
    The space in which NATO builds.
    """
    nato_from: NotRequired[list[EuropeDividedSpace]]
    """
    The spaces that NATO may move from.
    """
    nato_text: str
    """
    NATO's use of it.
    """
    no: int
    """
    Its number.
    """
    note: NotRequired[str | None]
    """
    The basis of the source.
    """
    regions: list[EuropeDividedRegion]
    """
    The regions whose dice decide who holds it.
    """
    russia_build_cost: NotRequired[int]
    """
    The price of an army that Russia builds.
    """
    russia_build_in: NotRequired[EuropeDividedSpace | None]
    """
    The space in which Russia builds.
    """
    russia_from: NotRequired[EuropeDividedSpace | None]
    """
    The space that Russia moves from.
    """
    russia_text: str
    """
    Russia's use of it.
    """
    russia_to: NotRequired[list[EuropeDividedSpace]]
    """
    The spaces that Russia may move to.
    """
    source: Source
    ties: list[EuropeDividedPower]
    """
    The order of precedence in a tie.
    """


class EuropeDividedSpaceRow(TypedDict):
    """
    A space of the board.
    """

    borders_russia: NotRequired[bool | None]
    """
    `true` if it borders Russia.
    """
    borders_russia_source: NotRequired[Source | None]
    id: EuropeDividedSpace
    """
    Its identifier.
    """
    kind: EuropeDividedSpaceKind
    """
    Its kind.
    """
    name: str
    """
    Its name.
    """
    source: Source
    start_army: NotRequired[bool | None]
    """
    `true` if an army is there at the start.
    """
    start_army_source: NotRequired[Source | None]


class EuropeDividedSymbolRow(TypedDict):
    """
    A symbol of an Action Card.
    """

    action: EuropeDividedSymbolKind
    """
    Its action.
    """
    amount: NotRequired[int]
    """
    The number on it, if it has one.
    """
    power: EuropeDividedPower
    """
    The power that acts.
    """
    source: Source


class EuropeDividedTurnRow(TypedDict):
    """
    A turn.
    """

    discard_each: int
    """
    Headlines that each side discards.
    """
    draw_each: int
    """
    Headlines that each side draws.
    """
    end_of_turn: list[EuropeDividedEndStep]
    """
    The steps at the end of the turn.
    """
    period: int
    """
    Its period.
    """
    source: Source
    steps: list[EuropeDividedHeadlineStep]
    """
    The steps of its headlines.
    """
    turn: int
    """
    Its number, from 1.
    """


class EuropeEffectCubes(TypedDict):
    """
    Owes the supply cubes.
    """

    cubes: EuropeResourceCounts
    """
    The cubes.
    """
    do: Literal['cubes']


class EuropeEffectCubesOrCoin(TypedDict):
    """
    Owes the supply cubes, or the bank coin.
    """

    coin: int
    """
    The coin.
    """
    cubes: EuropeResourceCounts
    """
    The cubes.
    """
    do: Literal['cubes_or_coin']


class EuropeEffectHalf(TypedDict):
    """
    Owes the supply half of what is held of a resource, rounded up.
    """

    do: Literal['half']
    resource: EuropeResource
    """
    The resource.
    """


EuropeEndReason: TypeAlias = KnownEuropeEndReason | str
"""
The reason for the result of a match. Later servers may know more: ignore those that you do not know.
"""


class EuropeEventBankProduced(TypedDict):
    """
    The bank's cards produced.
    """

    cubes: EuropeResourceCounts
    """
    The cubes.
    """
    type: Literal['bank_produced']


class EuropeEventBankSold(TypedDict):
    """
    A seat bought cubes from the bank.
    """

    coin: int
    """
    The price.
    """
    cubes: EuropeResourceCounts
    """
    The cubes.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['bank_sold']


class EuropeEventCardSpent(TypedDict):
    """
    A resource card that will give no more cubes was discarded.
    """

    card: EuropeResourceCard
    """
    The card.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['card_spent']


class EuropeEventDebtPaid(TypedDict):
    """
    A seat paid a debt, or the clean-up collected it.
    """

    coin: int
    """
    Coin paid.
    """
    crisis: EuropeCrisis
    """
    For this crisis.
    """
    cubes: EuropeResourceCounts
    """
    Cubes paid.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['debt_paid']


class EuropeEventDeveloped(TypedDict):
    """
    A seat bought a resource card.
    """

    card: EuropeResourceCard
    """
    The card.
    """
    coin: int
    """
    The price.
    """
    gained: int
    """
    Cubes taken for it at once.
    """
    seat: int
    """
    The seat.
    """
    slot: NotRequired[int | None]
    """
    Its slot in the market; absent when it was the top of the deck.
    """
    type: Literal['developed']


class EuropeEventMarketFilled(TypedDict):
    """
    A resource card was turned up for the market.
    """

    card: EuropeResourceCard
    """
    The card.
    """
    slot: int
    """
    The slot.
    """
    type: Literal['market_filled']


class EuropeEventMarketSwept(TypedDict):
    """
    Three cards of one resource lay in the market; all were discarded.
    """

    resource: EuropeResource
    """
    The resource.
    """
    type: Literal['market_swept']


class EuropeEventMatchEnded(TypedDict):
    """
    The match is over.
    """

    reason: EuropeEndReason
    """
    The reason.
    """
    type: Literal['match_ended']
    winners: list[int]
    """
    The winners.
    """


class EuropeEventOfferMade(TypedDict):
    """
    A trade was offered.
    """

    offer: EuropeTradeOffer
    """
    The offer.
    """
    type: Literal['offer_made']


class EuropeEventProduced(TypedDict):
    """
    A seat's cards produced.
    """

    cubes: EuropeResourceCounts
    """
    The cubes.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['produced']


class EuropeEventResourceDealt(TypedDict):
    """
    The resource card dealt, for its owner alone.
    """

    card: EuropeResourceCard
    """
    The card.
    """
    type: Literal['resource_dealt']


class EuropeEventResourceRevealed(TypedDict):
    """
    A resource card lies face up before a seat.
    """

    card: EuropeResourceCard
    """
    The card.
    """
    gained: int
    """
    Cubes taken for it at once; those of production come with it.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['resource_revealed']


class EuropeEventStartingCardDealt(TypedDict):
    """
    A seat was dealt a starting card.
    """

    card: EuropeResourceCard
    """
    The card.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['starting_card_dealt']


EuropeEventSwapped = TypedDict(
    'EuropeEventSwapped',
    {
        'by': int,
        'from': int,
        'give': EuropeGoodCounts,
        'offer_id': int,
        'type': Literal['swapped'],
        'want': EuropeGoodCounts,
    },
)


class EuropeMissingView(TypedDict):
    """
    The cubes that a citizen lacks.
    """

    cubes: EuropeResourceCounts
    """
    The cubes that are not there.
    """
    id: EuropeCitizen
    """
    The citizen.
    """


class EuropeOwedCubes(TypedDict):
    """
    These cubes, to the supply.
    """

    cubes: EuropeResourceCounts
    """
    The cubes.
    """
    kind: Literal['cubes']


class EuropeOwedCubesOrCoin(TypedDict):
    """
    These cubes to the supply, or coin to the bank; one of them whole.
    """

    coin: int
    """
    The coin.
    """
    cubes: EuropeResourceCounts
    """
    The cubes.
    """
    kind: Literal['cubes_or_coin']


class EuropePrivate(TypedDict):
    """
    The private view: everything that only one seat may see.
    """

    allocation: NotRequired[list[EuropeAllotment] | None]
    """
    The seat's allocation, until all have allocated.
    """
    chosen: NotRequired[EuropeChosenView | None]
    """
    The seat's choice, until all have chosen.
    """
    dealt: list[EuropeCitizenView]
    """
    The citizens dealt, while they may be chosen from.
    """
    drawn: list[EuropeCitizenView]
    """
    The citizens drawn, while they may be chosen from.
    """
    hidden_citizen: NotRequired[EuropeCitizenView | None]
    """
    The seat's face-down citizen.
    """
    hidden_resource: NotRequired[EuropeResourceView | None]
    """
    The seat's face-down resource card.
    """
    keep_at_least: int
    """
    The fewest of the dealt citizens that must be kept.
    """
    missing: list[EuropeMissingView]
    """
    The cubes that the seat's citizens lack beside each other, the one face down among them, when those
    owed by kind have been collected: a cube serves one only, first whoever lacks least; those that lack
    nothing are absent.
    """
    seat: int
    """
    The seat.
    """


class EuropeResourceRow(TypedDict):
    """
    A printed resource card and its copies.
    """

    copies: list[EuropeResourceCard]
    """
    The cards that are copies of it.
    """
    first: int
    """
    Cubes in its first round.
    """
    later: int
    """
    Cubes in each later round.
    """
    resource: EuropeResource
    """
    The resource that it gives.
    """
    source: Source
    starting: bool
    """
    `true` if it is one of the cards that players start with.
    """


class Fairness(TypedDict):
    """
    The basis of this room's deal (scheme `vd1`).
    """

    attempt: int
    """
    The attempt, from 0.
    """
    commitment: str
    """
    The server's commitment of this attempt; empty where the match is not provably dealt.
    """
    data: str
    """
    SHA-256 of the component data that the match is played with (`GET /api/v1/data/{digest}`).
    """
    reveal_by_ms: NotRequired[int | None]
    """
    Milliseconds from now until the seats must have revealed, while sealing.
    """
    rules: str
    """
    Game id and rules version, for example `europe-divided/1`.
    """
    scheme: str
    """
    Always `vd1`.
    """
    seats: list[SeatFairness]
    """
    Each seat's contribution.
    """
    voided: list[VoidedAttempt]
    """
    Attempts given up.
    """


Feature: TypeAlias = KnownFeature | str
"""
A feature of a server. Later servers may have more. Later servers may know more: ignore those that you do not know.
"""


class GameInfo(TypedDict):
    """
    A game that the server plays.
    """

    bot_levels: NotRequired[list[BotLevel]]
    """
    The levels at which a bot of the server plays it, the weakest first.
    """
    description: str
    """
    One or two sentences.
    """
    dev: NotRequired[bool]
    """
    `true` if the server is one for authors of clients; left out elsewhere.
    """
    hints: NotRequired[bool]
    """
    `true` if a mind of the server knows it: it gives hints, and analyses of matches.
    """
    id: str
    """
    Its id.
    """
    licence: str
    """
    The game's owner, and the source of the component data.
    """
    name: str
    """
    Its name.
    """
    option_groups: NotRequired[list[OptionGroup]]
    """
    The options that most people leave as they are, under headings. An option of no group is one that
    everybody who opens a room is asked.
    """
    options: Any
    """
    The JSON Schema of its options, with titles, defaults and descriptions.
    """
    roles: NotRequired[list[str] | None]
    """
    The part that each seat plays, where seats are tied to sides.
    """
    seats: SeatRange
    """
    The number of seats.
    """
    sides: NotRequired[list[SeatSides]]
    """
    The sides of the seats, as far as the options decide them: the first of these that fits the
    options holds. Where none does, they come out in the match.
    """
    types: NotRequired[GameTypes | None]
    """
    The names that its types have in the JSON Schema.
    """


class Games(TypedDict):
    """
    `GET /api/v1/games`.
    """

    features: NotRequired[list[Feature]]
    """
    The features of this server, as in `welcome`.
    """
    games: list[GameInfo]
    """
    The games that this server plays.
    """


class Hint(TypedDict):
    """
    The answer to `hint`, for the asking seat alone.
    """

    advice: list[Advice]
    """
    Up to three commands, the best first.
    """
    decision: int
    """
    The decision that it is about.
    """
    id: str
    """
    The client's id.
    """
    type: Literal['hint']


KnownUnproven: TypeAlias = UnprovenPractice | UnprovenDev | UnprovenLesson
"""
The reason why nobody can prove how a room's match is dealt: there is no record of it, and neither
the server nor a seat commits itself to anything. Those of this server.
"""


class Notice(TypedDict):
    """
    The body of a webhook's request.
    """

    content: str
    """
    `text` once more, under the name that some chats read.
    """
    decision: NotRequired[int | None]
    """
    For `your_turn`: the number of the question.
    """
    game: str
    """
    The game's id.
    """
    id: str
    """
    Identical in every attempt to deliver this notice, and different in every other notice.
    """
    link: NotRequired[str | None]
    """
    The address at which to go on playing; absent if the server does not know its own address.
    """
    room: str
    """
    The room's code.
    """
    seat: int
    """
    The seat addressed.
    """
    text: str
    """
    The notice in words, for people.
    """
    type: NoticeType
    """
    The subject. Later versions may add subjects.
    """


class Notify(TypedDict):
    """
    A seat's settings for notices, shown only to its holder.
    """

    confirmed: NotRequired[bool | None]
    """
    With `email`: `true` once its owner has agreed.
    """
    email: NotRequired[str | None]
    """
    The address to which the server writes.
    """
    push: NotRequired[Push | None]
    """
    The devices, if this server sends Web Push.
    """
    ways: list[Way]
    """
    The ways that this server offers.
    """
    webhook: NotRequired[str | None]
    """
    The address that the server calls.
    """


class OpenPractice(TypedDict):
    """
    `POST /api/v1/rooms/{code}/practice`.
    """

    absence_ms: NotRequired[int | None]
    """
    The absence of an awaited opponent after which one may claim, in milliseconds.
    """
    hints: NotRequired[Hints]
    """
    The people who may ask for hints.
    """
    listed: NotRequired[bool]
    """
    `true` if strangers see the room in the list.
    """
    name: str
    """
    The name of whoever opens it.
    """
    seat: NotRequired[SeatPreference | None]
    """
    The seat wanted; default the lowest one that is asked something there.
    """
    seq: int
    """
    The entry of the match that is over after which the new one goes on; 0 is the set-up.
    """
    spectators: NotRequired[Spectators]
    """
    The people who may watch.
    """


class Problem(TypedDict):
    """
    An HTTP error (RFC 9457, `application/problem+json`).
    """

    code: Code
    """
    The reason, for programs.
    """
    detail: str
    """
    The reason, for people.
    """
    retry_after_ms: NotRequired[int | None]
    """
    The delay after which trying again may help, in milliseconds.
    """
    status: int
    """
    The HTTP status.
    """
    title: str
    """
    The status in words.
    """
    type: str
    """
    Always `about:blank`; `code` is what programs read.
    """


class RecordBot(TypedDict):
    """
    The server's bot on a seat, as it was when the match began.
    """

    level: BotLevel
    """
    Its level.
    """
    mind: NotRequired[str | None]
    """
    SHA-256 of the mind that thinks for it, in hexadecimal: `entente-server verify --bots` repeats
    its thoughts. Absent if it plays without searching.
    """


RecordDraw: TypeAlias = RecordDrawShuffle | RecordDrawBelow
"""
One draw, which follows from the key and the label.
"""


RecordInput: TypeAlias = RecordInputCommand | RecordInputDeadline | RecordInputResign | RecordInputClaim | RecordInputAbandon | RecordInputPause | RecordInputResume | RecordInputUndo
"""
Everything that can change a match.
"""


class RecordSeat(TypedDict):
    """
    One seat of the match: with both a commitment and entropy, or with neither.
    """

    bot: NotRequired[RecordBot | None]
    """
    The server's bot on the seat, if no person held it.
    """
    commitment: NotRequired[str | None]
    """
    The seat's commitment, if it brought entropy.
    """
    entropy: NotRequired[str | None]
    """
    The seat's entropy, if it brought any.
    """
    name: str
    """
    The player's name.
    """


class RecordVoided(TypedDict):
    """
    An attempt that was given up because a seat that was bound did not reveal.
    """

    attempt: int
    """
    Its number, from 0.
    """
    commitment: str
    """
    The server's commitment.
    """
    missing: list[int]
    """
    The seats with a commitment and without entropy, ascending.
    """
    seats: list[RecordVoidedSeat]
    """
    Each seat's contribution up to then, in seat order.
    """
    server_secret: str
    """
    The secret it committed to.
    """


ReferenceBlock: TypeAlias = ReferenceBlockText | ReferenceBlockList | ReferenceBlockTable | ReferenceBlockRuling | ReferenceBlockHouse | ReferenceBlockExample | ReferenceBlockLegend
"""
A block of text.
"""


class ReferenceSection(TypedDict):
    """
    A section with an anchor.
    """

    blocks: list[ReferenceBlock]
    """
    Its text.
    """
    cites: list[str]
    """
    The rules that it explains, as offers, events and refusals cite them.
    """
    id: str
    """
    Its anchor.
    """
    part: str
    """
    The part of the reference that it belongs to; neighbours share one.
    """
    title: str
    """
    Its title.
    """


class Seat(TypedDict):
    """
    A seat of a room.
    """

    bot_from: NotRequired[int | None]
    """
    The last entry before the server's bot began to play on for the program that had the seat; left
    out where none does.
    """
    coach: NotRequired[CoachState | None]
    """
    The state of its coach; left out where nobody may coach it.
    """
    connected: bool
    """
    `true` if its holder is connected.
    """
    hints: NotRequired[int]
    """
    The number of hints that its holder has had.
    """
    kind: SeatKind
    """
    The kind of its holder.
    """
    level: NotRequired[BotLevel | None]
    """
    The level of its bot; bots only.
    """
    name: NotRequired[str | None]
    """
    Its holder's name; null when it is free.
    """
    program: NotRequired[Program | None]
    """
    The program's words about itself; programs only.
    """
    ready: bool
    """
    `true` if its holder is ready.
    """
    seat: int
    """
    Its number, from 0.
    """


class ServerMessageError(TypedDict):
    """
    Something that is no answer to a message with an id.
    """

    code: Code
    """
    The reason, for programs.
    """
    detail: str
    """
    The reason, for people.
    """
    re: NotRequired[Re | None]
    """
    The message that it answers; left out where it answers none that could be read.
    """
    retry_after_ms: NotRequired[int | None]
    """
    The delay after which trying again may help, in milliseconds.
    """
    type: Literal['error']


class ServerMessageRejected(TypedDict):
    """
    The command was refused; nothing changed.
    """

    code: Code
    """
    The reason, for programs.
    """
    detail: str
    """
    The reason, for people.
    """
    id: str
    """
    The client's id.
    """
    raced: NotRequired[bool]
    """
    `true` if something else came first: another seat, the clock, or an answer that closed the
    question. The newest update says what is possible now.
    """
    retry_after_ms: NotRequired[int | None]
    """
    The delay after which trying again may help, in milliseconds.
    """
    rule: NotRequired[str | None]
    """
    The rule it rests on.
    """
    type: Literal['rejected']


class TableOptions(TypedDict):
    """
    Options that a room of any game without a clock may set, besides the game's own.
    """

    undo: NotRequired[UndoPolicy]
    """
    For slips of the hand.
    """


Unproven: TypeAlias = KnownUnproven | UnknownUnproven
"""
The reason why nobody can prove how a room's match is dealt: there is no record of it, and neither
the server nor a seat commits itself to anything. Later servers may know more: ignore those that you do not know.
"""


You: TypeAlias = YouSeat | YouSpectator | YouCoach
"""
The client's part in the room.
"""


class BalanceOfPowerCardFile(TypedDict):
    """
    `cards.toml`.
    """

    card: list[BalanceOfPowerCardRow]
    """
    Territory cards; two show none.
    """
    stars: list[BalanceOfPowerStarsRow]
    """
    Troops that a number of stars is worth.
    """


class BalanceOfPowerCommandPlaceMap(TypedDict):
    """
    Places the whole map for both colours and the neutral army (Command Room).
    """

    capitals: BalanceOfPowerCapitals
    """
    A capital for each colour.
    """
    territories: BalanceOfPowerPlacement
    """
    An entry for each of the 30 territories.
    """
    type: Literal['place_map']


class BalanceOfPowerCommandRoomFile(TypedDict):
    """
    `command_room.toml`.
    """

    chart: list[BalanceOfPowerChartRow]
    """
    Rows of the chart and how many troops each holds.
    """
    resistance: list[BalanceOfPowerResistanceRow]
    """
    Sums that the dice must reach against neutral resistance.
    """
    support: list[BalanceOfPowerSupportRow]
    """
    Combat support and its price.
    """


BalanceOfPowerCondition: TypeAlias = BalanceOfPowerConditionRegion | BalanceOfPowerConditionRegions | BalanceOfPowerConditionSeaLines | BalanceOfPowerConditionRough | BalanceOfPowerConditionCities | BalanceOfPowerConditionSite | BalanceOfPowerConditionNoNeutral
"""
The closed set of conditions that objectives ask for.
"""


class BalanceOfPowerEventMapPlaced(TypedDict):
    """
    The map was placed (Command Room).
    """

    auto: bool
    """
    `true` if the deal placed it.
    """
    capitals: BalanceOfPowerCapitals
    """
    The capitals.
    """
    seat: int
    """
    The seat that placed it.
    """
    territories: BalanceOfPowerPlacement
    """
    The garrison of each territory.
    """
    type: Literal['map_placed']


BalanceOfPowerLastRoll: TypeAlias = BalanceOfPowerLastRollCombat | BalanceOfPowerLastRollResistance
"""
Dice that were thrown.
"""


class BalanceOfPowerMapFile(TypedDict):
    """
    `map.toml`.
    """

    edge: list[BalanceOfPowerEdgeRow]
    """
    Pairs of territories that border each other.
    """
    region: list[BalanceOfPowerRegionRow]
    """
    Regions and their bonus.
    """
    territory: list[BalanceOfPowerTerritoryRow]
    """
    Territories.
    """


class BalanceOfPowerObjectiveRow(TypedDict):
    """
    An objective.
    """

    condition: BalanceOfPowerCondition
    """
    The condition that fulfils it.
    """
    id: BalanceOfPowerObjective
    """
    Its identifier.
    """
    name: str
    """
    Its name.
    """
    source: Source
    text: str
    """
    Its text.
    """


class BalanceOfPowerPublic(TypedDict):
    """
    The public view: everything that everybody may see.
    """

    active: NotRequired[BalanceOfPowerColour | None]
    """
    The colour whose turn it is; null before the first.
    """
    attacks: NotRequired[list[BalanceOfPowerAttackView]]
    """
    The attacks open to the attacker now: in the attack step the attacks, in the support step
    the neutral attacks; else empty.
    """
    collected: NotRequired[BalanceOfPowerObjective | None]
    """
    The objective collected this turn.
    """
    colours: list[BalanceOfPowerColour | None]
    """
    The colour of each seat; null before it is chosen.
    """
    command_room: NotRequired[BalanceOfPowerCommandRoom | None]
    """
    Charts and combat support; only in the Command Room.
    """
    conquered: bool
    """
    `true` if a territory of the opponent's was conquered this turn, which earns a card.
    """
    deck: int
    """
    Cards in the deck.
    """
    discards: list[BalanceOfPowerCard]
    """
    Cards handed in and not yet shuffled again, sorted.
    """
    handed_in: bool
    """
    `true` if cards were handed in this turn.
    """
    handicap: NotRequired[Handicap | None]
    """
    The room's handicap, if it has one.
    """
    last_roll: NotRequired[BalanceOfPowerLastRoll | None]
    """
    The last dice thrown this turn.
    """
    max_turns: int
    """
    The turn after which the match ends.
    """
    neutral: BalanceOfPowerNeutralView
    """
    The neutral army.
    """
    objectives: list[BalanceOfPowerObjective]
    """
    Objectives that lie face up and are not collected.
    """
    prompt: BalanceOfPowerPrompt
    """
    The question asked, and the side or seat that it is put to.
    """
    setup: NotRequired[int | None]
    """
    The set-up of Basic Training; null in the Command Room.
    """
    sides: list[BalanceOfPowerSideView]
    """
    Red, then Blue.
    """
    stage: BalanceOfPowerStage
    """
    The part that the turn has reached.
    """
    territories: dict[str, BalanceOfPowerTerritoryView]
    """
    Every territory.
    """
    turn: int
    """
    Counted over both players, from 1; 0 before the first turn.
    """
    version: BalanceOfPowerVersion
    """
    The version played.
    """


class BalanceOfPowerSetupFile(TypedDict):
    """
    `setups.toml`.
    """

    setup: list[BalanceOfPowerSetupRow]
    """
    The printed set-ups.
    """


ChatLine = TypedDict(
    'ChatLine',
    {
        'from': You,
        'name': str,
        'text': str,
        'type': Literal['chat'],
    },
)


ClientMessage: TypeAlias = ClientMessageHello | ClientMessageReady | ClientMessageReveal | ClientMessageCommand | ClientMessageUndo | ClientMessageResign | ClientMessageClaim | ClientMessagePause | ClientMessageConsent | ClientMessageHint | ClientMessagePreview | ClientMessageLesson | ClientMessageCoach | ClientMessagePoint | ClientMessageChat | ClientMessagePing
"""
Everything a client may send.
"""


CommandAnswer: TypeAlias = ServerMessageAccepted | ServerMessageRejected
"""
The answer to a message over HTTP.
"""


class EuropeCitizenFile(TypedDict):
    """
    `citizens.toml`.
    """

    citizen: list[EuropeCitizenRow]
    """
    Citizens: what each needs, pays, and how many copies each citizen deck has.
    """


EuropeCitizenOutcome: TypeAlias = EuropeCitizenOutcomeMet | EuropeCitizenOutcomePlacated | EuropeCitizenOutcomeFailed
"""
The result for a citizen.
"""


class EuropeCitizenResult(TypedDict):
    """
    The result of a clean-up for a citizen.
    """

    cubes: EuropeResourceCounts
    """
    The cubes that it was given.
    """
    fate: EuropeCitizenOutcome
    """
    The result for the citizen.
    """
    id: EuropeCitizen
    """
    The citizen.
    """
    needs: EuropeResourceCounts
    """
    The cubes that it required.
    """


EuropeCommand: TypeAlias = EuropeCommandCountry | EuropeCommandChoose | EuropeCommandOfferCreate | EuropeCommandOfferCounter | EuropeCommandOfferAccept | EuropeCommandOfferDecline | EuropeCommandOfferCancel | EuropeCommandBankBuy | EuropeCommandRevealResource | EuropeCommandRevealCitizen | EuropeCommandDrawCitizens | EuropeCommandChooseDrawn | EuropeCommandDevelop | EuropeCommandDevelopBlind | EuropeCommandSettleCrisis | EuropeCommandReady | EuropeCommandAllocate
"""
Everything a seat can command.
"""


class EuropeCountFile(TypedDict):
    """
    `counts.toml`.
    """

    count: list[EuropeCountRow]
    """
    Counts that a room cannot choose.
    """


class EuropeCountryFile(TypedDict):
    """
    `countries.toml`.
    """

    country: list[EuropeCountryRow]
    """
    The member states; without effect on the game.
    """


EuropeDividedCause: TypeAlias = EuropeDividedCauseEffect | EuropeDividedCauseReaction | EuropeDividedCauseAdvantage | EuropeDividedCauseSea
"""
A cause other than the action of a card.
"""


EuropeDividedCommand: TypeAlias = EuropeDividedCommandKeepAdvantages | EuropeDividedCommandCouncilMeeting | EuropeDividedCommandTakeCards | EuropeDividedCommandCyberAttack | EuropeDividedCommandLockInitiative | EuropeDividedCommandPlay | EuropeDividedCommandPass | EuropeDividedCommandPlaceInfluence | EuropeDividedCommandIncreaseInfluence | EuropeDividedCommandLowerInfluence | EuropeDividedCommandGainMoney | EuropeDividedCommandBuildArmy | EuropeDividedCommandMoveArmy | EuropeDividedCommandPropaganda | EuropeDividedCommandVisegradGroup | EuropeDividedCommandDone | EuropeDividedCommandDecline | EuropeDividedCommandUseAdvantage | EuropeDividedCommandSellAdvantage | EuropeDividedCommandFracture | EuropeDividedCommandSeaMove | EuropeDividedCommandSeaBuild | EuropeDividedCommandEndSegment | EuropeDividedCommandPlaceHeadline
"""
Everything a seat can command.
"""


class EuropeDividedEditionFile(TypedDict):
    """
    `editions.toml`.
    """

    edition: list[EuropeDividedEditionRow]
    """
    Differences between the printed editions.
    """


class EuropeDividedEventArmyBuilt(TypedDict):
    """
    An army was built.
    """

    by: NotRequired[EuropeDividedCause | None]
    """
    The cause, if not an action of the card just played.
    """
    cost: int
    """
    The price paid.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    space: EuropeDividedSpace
    """
    The space.
    """
    type: Literal['army_built']


EuropeDividedEventArmyMoved = TypedDict(
    'EuropeDividedEventArmyMoved',
    {
        'by': NotRequired[EuropeDividedCause | None],
        'cost': int,
        'from': EuropeDividedSpace,
        'side': EuropeDividedSide,
        'steps': int,
        'to': EuropeDividedSpace,
        'type': Literal['army_moved'],
    },
)


EuropeDividedEventInfluenceChanged = TypedDict(
    'EuropeDividedEventInfluenceChanged',
    {
        'by': NotRequired[EuropeDividedCause | None],
        'from': int,
        'power': EuropeDividedPower,
        'region': EuropeDividedRegion,
        'to': int,
        'type': Literal['influence_changed'],
    },
)


class EuropeDividedEventInfluencePlaced(TypedDict):
    """
    A die was placed.
    """

    by: NotRequired[EuropeDividedCause | None]
    """
    The cause, if not an action of the card just played.
    """
    cost: int
    """
    The price paid.
    """
    power: EuropeDividedPower
    """
    The power whose die it is.
    """
    region: EuropeDividedRegion
    """
    The region.
    """
    type: Literal['influence_placed']


class EuropeDividedEventMoneyGained(TypedDict):
    """
    A side gains money.
    """

    amount: int
    """
    The amount.
    """
    by: NotRequired[EuropeDividedCause | None]
    """
    The cause, if not an action of the card just played.
    """
    side: EuropeDividedSide
    """
    The side.
    """
    source: EuropeDividedMoneySource
    """
    The source of the money.
    """
    type: Literal['money_gained']


class EuropeDividedHeadlineRow(TypedDict):
    """
    A headline.
    """

    banner: EuropeDividedSide
    """
    The side whose banner it bears.
    """
    condition: EuropeDividedCondition
    """
    The condition that must hold there.
    """
    fact: str
    """
    The historical event.
    """
    id: EuropeDividedHeadline
    """
    Its identifier.
    """
    money_tokens: list[EuropeDividedSpace]
    """
    The spaces that it puts money tokens on.
    """
    name: str
    """
    Its name.
    """
    no: int
    """
    Its number.
    """
    period: int
    """
    Its period.
    """
    prestige: int
    """
    The prestige that it is worth.
    """
    regions: list[EuropeDividedRegion]
    """
    The regions that it concerns.
    """
    source: EuropeDividedHeadlineSource


class EuropeDividedMapFile(TypedDict):
    """
    `map.toml`.
    """

    edge: list[EuropeDividedEdgeRow]
    """
    Pairs of spaces that border each other.
    """
    space: list[EuropeDividedSpaceRow]
    """
    Regions and places of the board.
    """


EuropeDividedPart: TypeAlias = EuropeDividedPartInfluence | EuropeDividedPartBuild | EuropeDividedPartMoveTo | EuropeDividedPartGainMoney
"""
The closed set of things that an Effect or a Reaction does.
"""


class EuropeDividedTurnFile(TypedDict):
    """
    `turns.toml`.
    """

    turn: list[EuropeDividedTurnRow]
    """
    The turns, their steps and what is drawn.
    """


class EuropeDividedWindow(TypedDict):
    """
    An Effect or a Reaction.
    """

    kind: EuropeDividedWindowKind
    """
    The player who may use it.
    """
    parts: list[EuropeDividedPart]
    """
    The things that may be done.
    """
    six: NotRequired[list[EuropeDividedPower]]
    """
    Powers of which one must have a 6 in the card's region; any may, if none is named.
    """
    when: EuropeDividedWhen
    """
    The occasion that opens it.
    """


EuropeEffect: TypeAlias = EuropeEffectStockpile | EuropeEffectStartingCards | EuropeEffectCubes | EuropeEffectNeighbour | EuropeEffectCoin | EuropeEffectCubesOrCoin | EuropeEffectHalf | EuropeEffectCitizen | EuropeEffectPlacating | EuropeEffectKeep | EuropeEffectNoCoinTrade
"""
The closed set of things that a crisis does to every player.
"""


class EuropeEventCitizenServed(TypedDict):
    """
    A citizen was served, or not.
    """

    card: EuropeCitizen
    """
    The citizen.
    """
    cubes: EuropeResourceCounts
    """
    The cubes it was given.
    """
    fate: EuropeCitizenOutcome
    """
    The result for the citizen.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['citizen_served']


EuropeOwed: TypeAlias = EuropeOwedCubes | EuropeOwedNeighbour | EuropeOwedCoin | EuropeOwedCubesOrCoin | EuropeOwedStockpile
"""
A debt's content, and its creditor.
"""


class EuropePlayerResult(TypedDict):
    """
    The result of a clean-up for a player.
    """

    bonus: int
    """
    Coin earned by crises.
    """
    citizens: list[EuropeCitizenResult]
    """
    Its citizens, and how each one fared.
    """
    crisis_failed: bool
    """
    `true` if it left a debt of a crisis unpaid.
    """
    happiness: int
    """
    Its happiness after.
    """
    happiness_before: int
    """
    Its happiness before.
    """
    rewards: int
    """
    Coin earned by citizens.
    """


class EuropeResourceFile(TypedDict):
    """
    `resources.toml`.
    """

    resource: list[EuropeResourceRow]
    """
    Resource cards.
    """


KnownBalanceOfPowerEvent: TypeAlias = BalanceOfPowerEventSetUp | BalanceOfPowerEventFirstPlayer | BalanceOfPowerEventPlacerDrawn | BalanceOfPowerEventMapPlaced | BalanceOfPowerEventColourChosen | BalanceOfPowerEventHandicapGiven | BalanceOfPowerEventTurnBegan | BalanceOfPowerEventResistanceRolled | BalanceOfPowerEventResistanceDeclined | BalanceOfPowerEventTroopsReturned | BalanceOfPowerEventSupportBought | BalanceOfPowerEventDrafted | BalanceOfPowerEventHandedIn | BalanceOfPowerEventPlaced | BalanceOfPowerEventRolled | BalanceOfPowerEventRerolled | BalanceOfPowerEventFought | BalanceOfPowerEventConquered | BalanceOfPowerEventOccupied | BalanceOfPowerEventCollected | BalanceOfPowerEventManoeuvred | BalanceOfPowerEventSkipped | BalanceOfPowerEventDeckShuffled | BalanceOfPowerEventCardDrawn | BalanceOfPowerEventCardSeen | BalanceOfPowerEventEnded
"""
One thing that happened. The event that names a drawn card is addressed to its owner alone. Those of this server.
"""


KnownEuropeDividedEvent: TypeAlias = EuropeDividedEventSetUp | EuropeDividedEventHandicapGiven | EuropeDividedEventAdvantagesKept | EuropeDividedEventTurnBegan | EuropeDividedEventInitiativeRevealed | EuropeDividedEventCouncilMet | EuropeDividedEventCyberAttackMade | EuropeDividedEventHandSeen | EuropeDividedEventCardPlayed | EuropeDividedEventCardPassed | EuropeDividedEventInfluencePlaced | EuropeDividedEventInfluenceChanged | EuropeDividedEventContestedCardTaken | EuropeDividedEventMoneyGained | EuropeDividedEventArmyBuilt | EuropeDividedEventArmyMoved | EuropeDividedEventArmiesRemoved | EuropeDividedEventArmyLostToInfluence | EuropeDividedEventSeaControlChanged | EuropeDividedEventDeclined | EuropeDividedEventAdvantageUsed | EuropeDividedEventAdvantageSold | EuropeDividedEventStepsEnded | EuropeDividedEventFractured | EuropeDividedEventCardReplaced | EuropeDividedEventReplacementDrawn | EuropeDividedEventSegmentEnded | EuropeDividedEventCardsDrawn | EuropeDividedEventCardDrawn | EuropeDividedEventDeckShuffled | EuropeDividedEventHeadlineAwarded | EuropeDividedEventHeadlineFailed | EuropeDividedEventHeadlinesShifted | EuropeDividedEventHeadlinePlaced | EuropeDividedEventHeadlinesDiscarded | EuropeDividedEventHeadlinesDrawn | EuropeDividedEventHeadlineDrawn | EuropeDividedEventDominanceScored | EuropeDividedEventAdvantagesScored | EuropeDividedEventAdvantagesDrawn | EuropeDividedEventMatchEnded
"""
One thing that happened. Events that name hidden cards are addressed to their owner alone. Those of this server.
"""


class RecordEntry(TypedDict):
    """
    One entry of the log.
    """

    at: int
    """
    Match time, in milliseconds.
    """
    input: RecordInput
    """
    The input itself.
    """
    seq: int
    """
    Its number, from 1.
    """


class RecordHeader(TypedDict):
    """
    The facts about a match that are fixed before its first entry.
    """

    attempt: int
    """
    The attempt that was dealt, from 0.
    """
    commitment: str
    """
    The server's commitment of that attempt.
    """
    data: str
    """
    The digest of the component data (`GET /api/v1/data/{digest}`).
    """
    game: str
    """
    The game's id.
    """
    options: dict[str, Any]
    """
    The options of the match, as the room shows them.
    """
    room: str
    """
    The room's id, hyphenated, in lower case.
    """
    rules: str
    """
    Game id and rules version, for example `europe-divided/1`.
    """
    scheme: str
    """
    Always `vd1`.
    """
    seats: list[RecordSeat]
    """
    All seats in their order.
    """
    v: int
    """
    Version of the header's form: 1.
    """


class Reference(TypedDict):
    """
    The rules of one game in words.
    """

    game: str
    """
    The game's id.
    """
    name: str
    """
    Its name.
    """
    prompts: list[PromptReason]
    """
    Reasons for what is asked: the first entry with a command that is on offer fits, if the kind of what
    is asked is one of its `kinds`.
    """
    sections: list[ReferenceSection]
    """
    Everything, in the order of reading.
    """


class Room(TypedDict):
    """
    A room as everybody in it may see it.
    """

    absence_ms: int
    """
    The absence of an awaited opponent after which one may claim, in milliseconds.
    """
    awaiting: NotRequired[list[AwaitedSeat]]
    """
    The seats that a running match asks something, each with the time since it does. Only a look
    at the room shows it: whoever is in a match has its updates.
    """
    code: str
    """
    Its code, for passing on to others.
    """
    dev: NotRequired[bool]
    """
    `true` if the server is one for authors of clients, with nothing at stake; left out elsewhere.
    """
    entropy: NotRequired[Entropy]
    """
    The requirement on people to bring entropy to the deal.
    """
    fairness: Fairness
    """
    The basis of the deal.
    """
    game: str
    """
    The game.
    """
    hints: NotRequired[Hints]
    """
    The people who may ask for hints; left out where that is a person alone.
    """
    host: NotRequired[int | None]
    """
    The host's seat; null while no person holds one.
    """
    id: str
    """
    Its id.
    """
    listed: bool
    """
    `true` if strangers see it in the list of rooms.
    """
    may_watch: NotRequired[bool]
    """
    `true` if whoever has the code may watch.
    """
    options: dict[str, Any]
    """
    The game's options, with defaults filled in.
    """
    rematch: NotRequired[str | None]
    """
    The code of the room that continues this one, if a rematch was asked for.
    """
    requests: list[Request]
    """
    Open requests.
    """
    seats: list[Seat]
    """
    The seats.
    """
    spectators: int
    """
    The number of spectators.
    """
    state: RoomState
    """
    The state it is in.
    """
    unproven: NotRequired[Unproven | None]
    """
    The reason why the match is not provably dealt; left out where it is.
    """
    winners: NotRequired[list[int] | None]
    """
    The seats that have won a match that is over; nobody, where nobody did.
    """


class Rooms(TypedDict):
    """
    `GET /api/v1/rooms`.
    """

    next: NotRequired[str | None]
    """
    The `after` of the next page; left out on the last one.
    """
    rooms: list[Room]
    """
    Listed rooms that wait for players or may be watched.
    """


class Seated(TypedDict):
    """
    The answer to taking a seat: the only time the token is shown.
    """

    room: Room
    """
    The room.
    """
    seat: int
    """
    The seat.
    """
    token: str
    """
    The seat's token; whoever has it plays for the seat.
    """


class ServerMessageRoom(TypedDict):
    """
    The room, whenever it changes.
    """

    room: Room
    """
    The room now.
    """
    type: Literal['room']


class Welcome(TypedDict):
    """
    The answer to `hello`.
    """

    away_ms: NotRequired[list[int | None]]
    """
    The time for which each seat's holder has been away, in milliseconds; null for one who is here
    and for a bot. Left out unless a match runs and somebody is away.
    """
    features: NotRequired[list[Feature]]
    """
    The features of this server, by name: a newer client sends a field or a message that not every
    server of version 1 takes only to those that name it here.
    """
    limits: Limits
    """
    The limits in force.
    """
    protocol: int
    """
    The version of the protocol: 1.
    """
    room: Room
    """
    The room now.
    """
    server: str
    """
    The server's version.
    """
    type: Literal['welcome']
    you: You
    """
    The client's part in the room.
    """


BalanceOfPowerCommand: TypeAlias = BalanceOfPowerCommandPlaceMap | BalanceOfPowerCommandAuto | BalanceOfPowerCommandChoose | BalanceOfPowerCommandResist | BalanceOfPowerCommandDecline | BalanceOfPowerCommandReturnTroops | BalanceOfPowerCommandSupport | BalanceOfPowerCommandDone | BalanceOfPowerCommandHandIn | BalanceOfPowerCommandPlace | BalanceOfPowerCommandAttack | BalanceOfPowerCommandAttackUntil | BalanceOfPowerCommandReroll | BalanceOfPowerCommandKeep | BalanceOfPowerCommandOccupy | BalanceOfPowerCommandEndAttack | BalanceOfPowerCommandCollect | BalanceOfPowerCommandManoeuvre | BalanceOfPowerCommandSkip
"""
Everything a seat can command.
"""


BalanceOfPowerEvent: TypeAlias = KnownBalanceOfPowerEvent | UnknownBalanceOfPowerEvent
"""
One thing that happened. The event that names a drawn card is addressed to its owner alone. Later servers may know more: ignore those that you do not know.
"""


class BalanceOfPowerObjectiveFile(TypedDict):
    """
    `objectives.toml`.
    """

    objective: list[BalanceOfPowerObjectiveRow]
    """
    Objectives and the condition that fulfils each.
    """


class EuropeCleanUp(TypedDict):
    """
    The result of a clean-up.
    """

    players: list[EuropePlayerResult]
    """
    The players, by seat.
    """
    round: int
    """
    The round.
    """


class EuropeCrisisRow(TypedDict):
    """
    A crisis card.
    """

    bonus: int
    """
    The coin that every player gets with it.
    """
    effect: EuropeEffect
    """
    Its effect on every player.
    """
    effect_source: NotRequired[Source | None]
    id: EuropeCrisis
    """
    Its identifier.
    """
    kind: EuropeCrisisKind
    """
    Its duration.
    """
    kind_source: NotRequired[Source | None]
    """
    Absent, as `effect_source`, in the data of matches that began without them.
    """
    name: str
    """
    Its name.
    """
    seed_only: bool
    """
    `true` if it is in the deck of the printed crises alone.
    """
    source: Source
    text: str
    """
    The effect in words.
    """


class EuropeDebt(TypedDict):
    """
    A debt of a crisis.
    """

    crisis: EuropeCrisis
    """
    The crisis.
    """
    owed: EuropeOwed
    """
    The part still owed.
    """


class EuropeDividedActionRow(TypedDict):
    """
    An Action Card.
    """

    actions: list[EuropeDividedSymbolRow]
    """
    Its symbols, of which one is taken.
    """
    build_in: NotRequired[EuropeDividedSpace | None]
    """
    The space in which it builds, if not its own.
    """
    group: EuropeDividedGroup
    """
    Its origin.
    """
    id: EuropeDividedActionCard
    """
    Its identifier.
    """
    initiative: int
    """
    Its initiative.
    """
    initiative_source: Source
    name: str
    """
    Its name.
    """
    name_source: Source
    no: int
    """
    Its number.
    """
    region: NotRequired[EuropeDividedSpace | None]
    """
    Its space, if it has one.
    """
    side: EuropeDividedSide
    """
    The side that it belongs to.
    """
    special: NotRequired[EuropeDividedSpecial | None]
    """
    Its named `[Action]`, if it has one.
    """
    text: NotRequired[str | None]
    """
    Its text, if it has one.
    """
    text_note: NotRequired[str | None]
    """
    The basis of the text.
    """
    text_source: NotRequired[Source | None]
    window: NotRequired[list[EuropeDividedWindow]]
    """
    Its Effects and Reactions.
    """


class EuropeDividedCardFile(TypedDict):
    """
    `cards.toml`.
    """

    action: list[EuropeDividedActionRow]
    """
    Action Cards.
    """
    advantage: list[EuropeDividedAdvantageRow]
    """
    Advantage Cards.
    """
    sea: list[EuropeDividedSeaRow]
    """
    Sea Cards.
    """


EuropeDividedEvent: TypeAlias = KnownEuropeDividedEvent | UnknownEuropeDividedEvent
"""
One thing that happened. Events that name hidden cards are addressed to their owner alone. Later servers may know more: ignore those that you do not know.
"""


class EuropeDividedHeadlineFile(TypedDict):
    """
    `headlines.toml`.
    """

    condition: list[EuropeDividedConditionRow]
    """
    Conditions that headlines name.
    """
    headline: list[EuropeDividedHeadlineRow]
    """
    Headlines.
    """


class EuropeEventDebtIncurred(TypedDict):
    """
    A seat owes something.
    """

    crisis: EuropeCrisis
    """
    For this crisis.
    """
    owed: EuropeOwed
    """
    The debt.
    """
    seat: int
    """
    The seat.
    """
    type: Literal['debt_incurred']


class EuropePlayerView(TypedDict):
    """
    A player, as everybody sees it.
    """

    answered: bool
    """
    `true` if it has answered in the simultaneous choice that is open.
    """
    cards: list[EuropeResourceView]
    """
    Its resource cards, face up.
    """
    citizens: list[EuropeCitizenView]
    """
    Its citizens, face up.
    """
    coin: int
    """
    Its coin.
    """
    country: NotRequired[EuropeCountry | None]
    """
    Its country, once chosen.
    """
    cubes: EuropeResourceCounts
    """
    Its cubes, without locked ones.
    """
    dealt: int
    """
    The number of citizens that it was dealt and has not chosen from yet.
    """
    debts: list[EuropeDebt]
    """
    Its debts.
    """
    drawing: bool
    """
    `true` while it chooses from three drawn citizens.
    """
    happiness: int
    """
    Its happiness.
    """
    hidden_citizens: int
    """
    The number of citizens that it has face down.
    """
    hidden_resource: bool
    """
    `true` if it has a resource card face down.
    """
    locked: EuropeResourceCounts
    """
    Its stockpile: cubes that it can neither trade nor spend.
    """
    missing: NotRequired[list[EuropeMissingView]]
    """
    The cubes that they lack beside each other, when those owed by kind have been collected: a cube
    serves one only, first whoever lacks least; those that lack nothing are absent.
    """
    ready: bool
    """
    `true` if it is ready for the clock to jump.
    """
    resigned: bool
    """
    `true` if it has given up; defaults act for it.
    """


class EuropePublic(TypedDict):
    """
    The public view: everything that everybody may see. Times are match time in milliseconds.
    """

    bank: NotRequired[EuropeBankView | None]
    """
    The bank's cubes; absent when no starting card was left for it.
    """
    bank_coin: int
    """
    Coin in the bank.
    """
    crises: list[EuropeCrisisView]
    """
    The crises in play, oldest first.
    """
    crises_ahead: NotRequired[int | None]
    """
    Number of times, in open play without a clock, that all must be ready before the round ends
    with the next one, because a crisis comes first.
    """
    decks: EuropeDecksView
    """
    The number of cards in each deck.
    """
    handicap: NotRequired[Handicap | None]
    """
    The room's handicap, if it has one.
    """
    last_clean_up: NotRequired[EuropeCleanUp | None]
    """
    The result of the last clean-up.
    """
    market: list[EuropeResourceView | None]
    """
    The resource cards for sale, by slot; null where none lies.
    """
    next_crisis_ms: NotRequired[int | None]
    """
    The time at which the next crisis of this round appears, unless all are ready before.
    """
    offers: list[EuropeTradeOffer]
    """
    The open trade offers, by id.
    """
    phase: EuropePhase
    """
    The phase that the match has reached.
    """
    phase_ends_ms: NotRequired[int | None]
    """
    The latest time at which the phase ends; absent when the match is over, or where no clock runs.
    """
    placate_at: NotRequired[int]
    """
    The sum that two dice must reach for a citizen who lacks cubes, plus one for each of them: the
    option `placate_base` with the crises in play.
    """
    players: list[EuropePlayerView]
    """
    The players, by seat.
    """
    round: int
    """
    The round, from 1; 0 while countries are chosen.
    """
    start_seat: int
    """
    The seat that is first when something is short in this round.
    """
    supply: EuropeResourceCounts
    """
    Cubes in the supply.
    """


KnownEuropeEvent: TypeAlias = EuropeEventSetUp | EuropeEventHandicapGiven | EuropeEventStartingCardDealt | EuropeEventCountryTaken | EuropeEventRoundBegan | EuropeEventResourcesDealt | EuropeEventResourceDealt | EuropeEventCitizensDealt | EuropeEventCitizensSeen | EuropeEventAnswered | EuropeEventCitizensKept | EuropeEventCitizenRevealed | EuropeEventResourceRevealed | EuropeEventProduced | EuropeEventBankProduced | EuropeEventMarketFilled | EuropeEventMarketSwept | EuropeEventPlayBegan | EuropeEventOfferMade | EuropeEventOfferDeclined | EuropeEventOfferClosed | EuropeEventSwapped | EuropeEventBankSold | EuropeEventCitizensDrawn | EuropeEventDeveloped | EuropeEventCrisisTurned | EuropeEventNoCrisis | EuropeEventDebtIncurred | EuropeEventDebtPaid | EuropeEventReadyChanged | EuropeEventClockJumped | EuropeEventPlayEnded | EuropeEventCrisisFailed | EuropeEventCitizenServed | EuropeEventHappinessChanged | EuropeEventCoinEarned | EuropeEventCardSpent | EuropeEventDeckShuffled | EuropeEventResigned | EuropeEventMatchEnded
"""
One thing that happened. Events that name hidden cards are addressed to their owner alone. Those of this server.
"""


KnownServerMessage: TypeAlias = Welcome | ServerMessageRoom | Update | ServerMessageAccepted | ServerMessageRejected | Hint | Preview | LessonStep | ServerMessagePoint | ChatLine | ServerMessagePong | ServerMessageError | ServerMessageClosing
"""
Everything a server may send. Those of this server.
"""


class MatchRecord(TypedDict):
    """
    `GET /api/v1/rooms/{code}/record`: everything about a match that is over, so that anyone can check
    how it was dealt. Hashes, secrets and entropy are 64 lower-case hexadecimal digits.
    """

    draws: list[RecordDraw]
    """
    Every draw, in the order made.
    """
    entries: list[RecordEntry]
    """
    The log; each entry's canonical text is what the chain hashes.
    """
    head: str
    """
    The head of the chain after the last entry.
    """
    header: RecordHeader
    """
    The header, with which the log begins.
    """
    result: Outcome
    """
    The outcome of the match.
    """
    scheme: str
    """
    Always `vd1`.
    """
    server_secret: str
    """
    The server's secret of the attempt that was dealt.
    """
    voided: list[RecordVoided]
    """
    The attempts that were given up before it, in their order.
    """


ServerMessage: TypeAlias = KnownServerMessage | UnknownServerMessage
"""
Everything a server may send. Later servers may know more: ignore those that you do not know.
"""


class BalanceOfPowerData(TypedDict):
    """
    The component data of a match of Balance of Power.
    """

    cards: BalanceOfPowerCardFile
    """
    Cards, and what they earn.
    """
    command_room: BalanceOfPowerCommandRoomFile
    """
    Parts that only the Command Room has.
    """
    map: BalanceOfPowerMapFile
    """
    The board.
    """
    objectives: BalanceOfPowerObjectiveFile
    """
    Objectives.
    """
    setups: BalanceOfPowerSetupFile
    """
    The set-ups of Basic Training.
    """


class EuropeCrisisFile(TypedDict):
    """
    `crises.toml`.
    """

    crisis: list[EuropeCrisisRow]
    """
    Crises: a directive stays, a disaster lasts a round.
    """


class EuropeData(TypedDict):
    """
    The component data of a match of Europe.
    """

    citizens: EuropeCitizenFile
    """
    Citizens.
    """
    countries: EuropeCountryFile
    """
    The member states.
    """
    counts: EuropeCountFile
    """
    Counts that a room cannot choose.
    """
    crises: EuropeCrisisFile
    """
    Crises.
    """
    resources: EuropeResourceFile
    """
    Resource cards.
    """


class EuropeDividedData(TypedDict):
    """
    The component data of a match of Europe Divided.
    """

    cards: EuropeDividedCardFile
    """
    Cards.
    """
    editions: EuropeDividedEditionFile
    """
    Differences between the printed editions.
    """
    headlines: EuropeDividedHeadlineFile
    """
    Headlines.
    """
    map: EuropeDividedMapFile
    """
    The board.
    """
    turns: EuropeDividedTurnFile
    """
    The turns.
    """


EuropeEvent: TypeAlias = KnownEuropeEvent | UnknownEuropeEvent
"""
One thing that happened. Events that name hidden cards are addressed to their owner alone. Later servers may know more: ignore those that you do not know.
"""


class Replay(TypedDict):
    """
    `GET /api/v1/rooms/{code}/replay`: a page of the updates that one viewer was shown of a match
    that is over.
    """

    next: NotRequired[int | None]
    """
    The `from` of the next page; null on the last one.
    """
    updates: list[ServerMessage]
    """
    The updates, in order, as they came over the socket.
    """


ComponentData: TypeAlias = BalanceOfPowerData | EuropeData | EuropeDividedData
"""
The component data of a match: texts and values of its game's cards, map and tables. SHA-256 of their canonical JSON is the digest.
"""
