// A picture of a match that is over, to be kept or shared: who won and how, the figures, and the map as it was in the
// end. It is drawn here, and nobody is asked for anything.

import { saveAs } from './save.js';

/** Width and height, in pixels. */
const [WIDTH, HEIGHT] = [1_200, 630];
const MARGIN = 48;
/** Height of a line of figures, and where its first figure stands. */
const [LINE, FIRST] = [44, 258];
const INK = '#22252b';

/**
 * The contents of a picture. `map` is what a board draws of the end: shapes with their colours, in a box.
 * @typedef {object} Keepsake
 * @property {string} game
 * @property {string} title
 * @property {string} reason
 * @property {string[][]} rows the figures: what, and a value for each seat
 * @property {Sketch | null} map
 */

/** @typedef {{box: readonly [number, number, number, number], shapes: {path: string, fill: string}[]}} Sketch */

/** @param {Keepsake} contents @returns {Promise<Blob>} a PNG */
export function draw({ game, title, reason, rows, map }) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.fillStyle = '#f6f2e8';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  if (map) drawMap(context, map);
  /** @param {string} text @param {number} x @param {number} y @param {string} font @param {string} [ink] @param {number} [most] its width */
  const write = (text, x, y, font, ink = INK, most = WIDTH / 2 - 2 * MARGIN) => {
    context.fillStyle = ink;
    context.font = `${font} Georgia, serif`;
    context.fillText(text, x, y, most);
  };
  write(game, MARGIN, 76, '400 30px', '#5c6069');
  write(title, MARGIN, 150, '700 56px');
  write(reason, MARGIN, 198, '400 26px', '#5c6069');
  const step = (WIDTH / 2 - MARGIN - FIRST) / Math.max(1, rows[0].length - 1);
  rows.forEach((row, at) => {
    const y = 280 + at * LINE;
    row.forEach((text, column) => {
      if (column === 0) write(text, MARGIN, y, '400 26px', INK, FIRST - MARGIN);
      else write(text, FIRST + (column - 1) * step, y, '700 26px', INK, step - 16);
    });
  });
  write('Entente', MARGIN, HEIGHT - 36, '700 24px', '#1f4e85');
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  );
}

/** Fills the right half with the map. @param {CanvasRenderingContext2D} context @param {Sketch} map */
function drawMap(context, { box: [x, y, width, height], shapes }) {
  const scale = Math.min(WIDTH / 2 / width, HEIGHT / height);
  context.save();
  context.beginPath();
  context.rect(WIDTH / 2, 0, WIDTH / 2, HEIGHT);
  context.clip();
  context.fillStyle = '#cfdfe7';
  context.fillRect(WIDTH / 2, 0, WIDTH / 2, HEIGHT);
  context.translate(WIDTH * 0.75 - (x + width / 2) * scale, HEIGHT / 2 - (y + height / 2) * scale);
  context.scale(scale, scale);
  context.strokeStyle = '#6d6a5f';
  for (const { path, fill } of shapes) {
    const shape = new Path2D(path);
    context.fillStyle = fill;
    context.fill(shape, 'evenodd');
    context.stroke(shape);
  }
  context.restore();
}

/** Shares a picture where the device can, or else saves it. @param {Blob} picture @param {string} name of the file */
export async function share(picture, name) {
  const files = [new File([picture], name, { type: picture.type })];
  if (navigator.canShare?.({ files }) && matchMedia('(pointer: coarse)').matches) {
    // Closing the sheet of the device is no error.
    await navigator.share({ files }).catch(() => {});
    return;
  }
  saveAs(picture, name);
}
