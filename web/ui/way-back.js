// A phone's way back, which closes what lies over a board instead of leaving the match, where a browser can do that.

export class WayBack {
  /** Hears of it, and of Escape. @type {(EventTarget & {destroy(): void}) | null} */ #watcher =
    null;
  #close;

  /** @param {() => unknown} close */
  constructor(close) {
    this.#close = close;
  }

  /** Has it close something, or leads back again (`false`). @param {boolean} wanted */
  watch(wanted) {
    const { CloseWatcher } = /** @type {any} */ (window);
    if (!CloseWatcher || wanted === (this.#watcher !== null)) return;
    this.#watcher?.destroy();
    this.#watcher = wanted ? new CloseWatcher() : null;
    this.#watcher?.addEventListener('close', () => this.#close());
  }
}
