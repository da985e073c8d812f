// Plays sounds, if the visitor or the staff has switched them on.
import { config } from "./server.js";

/** @type {AudioContext | null} */
let audio = null;

/** Plays a tone that glides from one frequency to another and fades.
 * @param {number} from hertz @param {number} to hertz
 * @param {number} seconds */
export function tone(from, to, seconds) {
  if (!config.volume) return;
  audio ??= new AudioContext();
  const now = audio.currentTime, gain = audio.createGain(), source = audio.createOscillator();
  gain.gain.setValueAtTime(config.volume / 400, now);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  source.frequency.setValueAtTime(from, now);
  source.frequency.exponentialRampToValueAtTime(to, now + seconds);
  source.connect(gain).connect(audio.destination);
  source.start();
  source.stop(now + seconds);
}
