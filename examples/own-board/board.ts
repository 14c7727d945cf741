import { Api, Client, Rejected } from '@entente/client';
import type { Offer, Wire } from '@entente/client';

type Game = 'balance-of-power';
type Command = Wire.BalanceOfPowerCommand;

const server = new URLSearchParams(location.search).get('server') ?? 'http://127.0.0.1:8080';

/** Opens a room against the server's easy bot; the seat lasts as long as the tab. */
async function sit(): Promise<{ code: string; token: string }> {
  const held = sessionStorage.getItem('seat');
  if (held !== null) return JSON.parse(held);
  const api = new Api(server);
  const { room, token } = await api.create({ game: 'balance-of-power', name: 'Ada' });
  await api.addBot(room.code, 1, token, 'easy');
  sessionStorage.setItem('seat', JSON.stringify({ code: room.code, token }));
  return { code: room.code, token };
}

const { code, token } = await sit();
const client = await Client.connect<Game>(server, code, { token, store: localStorage });
client.ready();

const element = (id: string) => document.getElementById(id)!;

/** Creates a button that says this and does that. */
function button(label: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.textContent = label;
  made.addEventListener('click', act);
  return made;
}

/** The territory that the person looks at; null for all of them. */
let chosen: string | null = null;

function drawMap() {
  const territories = Object.entries(client.update?.public.territories ?? {});
  const tiles = territories.map(([name, { owner, troops }]) => {
    const tile = button(`${name.replaceAll('_', ' ')} ${troops}`, () => {
      chosen = chosen === name ? null : name;
      draw();
    });
    tile.dataset.owner = owner;
    tile.title = owner;
    tile.ariaPressed = String(chosen === name);
    return tile;
  });
  element('map').replaceChildren(...tiles);
}

/** Says a part of a command in words: `3`, `italy 2, poland 1`. */
function words(part: unknown): string {
  if (part === null || typeof part !== 'object') return String(part).replaceAll('_', ' ');
  return Object.entries(part)
    .map(([key, value]) => `${words(key)} ${words(value)}`)
    .join(', ');
}

/** The most commands of an offer that are shown one by one. */
const MOST = 60;

/** Makes the buttons of an offer: one for each command that it admits. */
function buttons(offer: Offer<Command>): HTMLElement[] {
  const open = Object.entries(offer.template).filter(([, part]) => typeof part === 'object');
  const label = (command: Command) => {
    const parts = open.map(
      ([key]) => `${key.replaceAll('_', ' ')} ${words(command[key as never])}`,
    );
    return [offer.text, ...parts].join(' · ');
  };
  return [...offer.all(MOST)].map((command) => button(label(command), () => send(command)));
}

function drawChoices() {
  const fitting = client.offers.filter(
    ({ template }) => chosen === null || JSON.stringify(template).includes(`"${chosen}"`),
  );
  element('choices').replaceChildren(...[...fitting].flatMap(buttons));
}

let problem = '';

async function send(command: Command) {
  problem = '';
  chosen = null;
  try {
    await client.command(command);
  } catch (refused) {
    // Too late, or not allowed: the newest update says what is possible now.
    if (!(refused instanceof Rejected)) throw refused;
    problem = refused.message;
  }
  draw();
}

function status(): string {
  const outcome = client.update?.outcome;
  if (outcome != null)
    return outcome.winners.includes(client.seat ?? -1) ? 'You have won.' : 'It is over.';
  if (client.update === null) return 'The match begins in a moment …';
  return client.decision === null ? 'Waiting for the other side …' : 'It is your turn.';
}

function draw() {
  drawMap();
  drawChoices();
  element('status').textContent = [status(), problem].join(' ');
  const lines = client.events.slice(-10).map(({ text }) => {
    const line = document.createElement('li');
    line.textContent = text;
    return line;
  });
  element('log').replaceChildren(...lines.reverse());
}

client.addEventListener('change', draw);
draw();
await client.when(() => client.over);
const report = await client.checkRecord();
element('status').textContent =
  `${status()} The dealing was checked: ${report?.draws ?? 0} draws hold.`;
