// DOMException, events, and cancellation, as small as libraries need during a render.
export default (native) => {
  // See https://webidl.spec.whatwg.org/#idl-DOMException-error-names.
  const codes = { InvalidCharacterError: 5, AbortError: 20, TimeoutError: 23, DataCloneError: 25 };
  class DOMException extends Error {
    constructor(message = "", name = "Error") {
      super(message);
      Object.defineProperty(this, "name", { value: String(name), configurable: true });
    }
    get code() {
      return codes[this.name] ?? 0;
    }
  }

  const events = new WeakMap();
  class Event {
    constructor(type, { bubbles = false, cancelable = false, composed = false } = {}) {
      const constant = { type: String(type), bubbles, cancelable, composed, timeStamp: native.now(), isTrusted: false };
      events.set(this, { ...constant, target: null, currentTarget: null, eventPhase: 0, defaultPrevented: false });
    }
    preventDefault() {
      const own = events.get(this);
      if (own.cancelable) own.defaultPrevented = true;
    }
    stopPropagation() {}
    stopImmediatePropagation() {
      events.get(this).stopped = true;
    }
    composedPath() {
      return this.currentTarget ? [this.currentTarget] : [];
    }
  }
  for (const name of ["type", "bubbles", "cancelable", "composed", "timeStamp", "isTrusted", "target", "currentTarget",
    "eventPhase", "defaultPrevented"]) {
    const read = function () {
      return events.get(this)[name];
    };
    Object.defineProperty(Event.prototype, name, { get: read, enumerable: true, configurable: true });
  }
  class CustomEvent extends Event {
    #detail;
    constructor(type, init = {}) {
      super(type, init);
      this.#detail = init.detail ?? null;
    }
    get detail() {
      return this.#detail;
    }
  }

  class EventTarget {
    #listeners = [];
    #find(type, callback, capture) {
      return this.#listeners.findIndex((l) => l.type === type && l.callback === callback && l.capture === capture);
    }
    addEventListener(type, callback, options) {
      const { capture = options === true, once = false, signal } = Object(options);
      if (!callback || signal?.aborted || this.#find(type, callback, capture) >= 0) return;
      this.#listeners.push({ type, callback, capture, once });
      signal?.addEventListener("abort", () => this.removeEventListener(type, callback, options));
    }
    removeEventListener(type, callback, options) {
      const { capture = options === true } = Object(options);
      const at = this.#find(type, callback, capture);
      if (at >= 0) this.#listeners.splice(at, 1);
    }
    dispatchEvent(event) {
      const own = events.get(event);
      Object.assign(own, { target: this, currentTarget: this, eventPhase: 2, stopped: false });
      for (const listener of this.#listeners.filter((l) => l.type === own.type)) {
        if (own.stopped) break;
        if (!this.#listeners.includes(listener)) continue; // another listener has removed it
        if (listener.once) this.removeEventListener(listener.type, listener.callback, listener);
        try {
          if (typeof listener.callback === "function") listener.callback.call(this, event);
          else listener.callback.handleEvent(event);
        } catch (error) {
          console.error(error);
        }
      }
      Object.assign(own, { currentTarget: null, eventPhase: 0 });
      return !own.defaultPrevented;
    }
  }

  const illegal = Symbol("an AbortSignal is made by AbortController");
  let abort;
  class AbortSignal extends EventTarget {
    #aborted = false;
    #reason;
    onabort = null;
    static {
      abort = (signal, reason = new DOMException("This operation was aborted", "AbortError")) => {
        if (signal.#aborted) return;
        signal.#aborted = true;
        signal.#reason = reason;
        const event = new Event("abort");
        signal.onabort?.(event);
        signal.dispatchEvent(event);
      };
    }
    constructor(key) {
      if (key !== illegal) throw new TypeError("Illegal constructor");
      super();
    }
    get aborted() {
      return this.#aborted;
    }
    get reason() {
      return this.#reason;
    }
    throwIfAborted() {
      if (this.#aborted) throw this.#reason;
    }
    static abort(reason) {
      const signal = new AbortSignal(illegal);
      abort(signal, reason);
      return signal;
    }
    static any(signals) {
      const signal = new AbortSignal(illegal);
      for (const source of signals) {
        if (source.aborted) abort(signal, source.reason);
        else source.addEventListener("abort", () => abort(signal, source.reason));
      }
      return signal;
    }
    static timeout(milliseconds) {
      const signal = new AbortSignal(illegal);
      setTimeout(() => abort(signal, new DOMException("The operation timed out", "TimeoutError")), milliseconds);
      return signal;
    }
  }
  class AbortController {
    #signal = new AbortSignal(illegal);
    get signal() {
      return this.#signal;
    }
    abort(reason) {
      abort(this.#signal, reason);
    }
  }
  return { DOMException, Event, CustomEvent, EventTarget, AbortSignal, AbortController };
};
