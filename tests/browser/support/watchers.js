// A phone's way back: no test can press it, but one can see who listens, and say that it was pressed.

/** Keeps, in the page, those that listen for the way back. */
export function countWatchers() {
  const page = /** @type {any} */ (window);
  const { CloseWatcher } = page;
  page.watched = new Set();
  page.CloseWatcher = class extends CloseWatcher {
    constructor() {
      super();
      page.watched.add(this);
    }

    destroy() {
      super.destroy();
      page.watched.delete(this);
    }
  };
}
