// What the Go program says to be wrong, in the language of the page.
import { language, t } from "./i18n.js";

/** Returns a failure in words: in English as the program says it, which is more exact; those of an
 * unknown kind, and what a browser says, are always so.
 * @param {Failure | string} failure */
export function inWords(failure) {
  if (typeof failure === "string") return failure;
  const { text, kind, number, value = "" } = failure;
  return kind && language !== "en" ? t(`failure.${kind}`, { number, value }) : text;
}

/** A call that has failed; it is said in the language that the page has when it is read. */
export class CallError extends Error {
  #failure;

  /** @param {Failure} failure */
  constructor(failure) {
    super();
    this.#failure = failure;
    Object.defineProperty(this, "message", { get: () => inWords(this.#failure) });
  }
}
