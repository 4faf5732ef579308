/** The sounds of the board, made by Web Audio: two high notes for an order, one low note for a lost connection. */
import type { Store } from "./store.screen.ts";

export interface Sounds {
  /** Turns the sound on; has to be called by a tap. */
  unlock(): Promise<void>;
  ring(urgent: boolean): void;
  warn(): void;
}

interface Note {
  readonly hertz: number;
  readonly from: number;
  readonly seconds: number;
}

const ringNotes: readonly Note[] = [
  { hertz: 1_046.5, from: 0, seconds: 0.18 },
  { hertz: 1_318.5, from: 0.16, seconds: 0.36 },
];
const urgentNotes: readonly Note[] = [...ringNotes, { hertz: 1_568, from: 0.36, seconds: 0.4 }];
const warnNotes: readonly Note[] = [{ hertz: 220, from: 0, seconds: 0.9 }];

/** The sounds of one page; silent until unlocked. */
export function createSounds(store: Store): Sounds {
  let context: AudioContext | undefined;
  const play = (notes: readonly Note[], loudness: number): void => {
    if (context?.state !== "running") return;
    for (const note of notes) playNote(context, note, loudness);
  };
  return {
    async unlock() {
      try {
        context ??= new AudioContext();
        await context.resume();
        // A browser may take the sound away again, for example for a call.
        const made = context;
        const tell = (): void => {
          store.sound.value = made.state === "running" ? "on" : "refused";
        };
        made.addEventListener("statechange", tell);
        tell();
      } catch {
        store.sound.value = "refused";
      }
    },
    ring: (urgent) => play(urgent ? urgentNotes : ringNotes, 0.5),
    warn: () => play(warnNotes, 0.35),
  };
}

function playNote(context: AudioContext, { hertz, from, seconds }: Note, loudness: number): void {
  const begin = context.currentTime + from;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = hertz;
  tone.type = "triangle";
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(loudness, begin + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + seconds);
}
