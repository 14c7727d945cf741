// Which types of the wire belong to which game.

import type * as Wire from '../../../web/types/protocol.js';

/** The types of each game that this package knows. */
export interface Games {
  'europe-divided': {
    public: Wire.EuropeDividedPublic;
    private: Wire.EuropeDividedPrivate;
    command: Wire.EuropeDividedCommand;
    event: Wire.Event & Wire.EuropeDividedEvent;
    data: Wire.EuropeDividedData;
  };
  'balance-of-power': {
    public: Wire.BalanceOfPowerPublic;
    private: Wire.BalanceOfPowerPrivate;
    command: Wire.BalanceOfPowerCommand;
    event: Wire.Event & Wire.BalanceOfPowerEvent;
    data: Wire.BalanceOfPowerData;
  };
  europe: {
    public: Wire.EuropePublic;
    private: Wire.EuropePrivate;
    command: Wire.EuropeCommand;
    event: Wire.Event & Wire.EuropeEvent;
    data: Wire.EuropeData;
  };
}

/** The types of a game that this package does not know. */
export interface AnyGame {
  public: any;
  private: any;
  command: any;
  event: any;
  data: any;
}

/** The types of a game by its id. */
export type GameOf<G extends string> = G extends keyof Games ? Games[G] : AnyGame;
