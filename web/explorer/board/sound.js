/** The sound of sowing, made here: a seed that falls on wood, and a cowrie, which rings like china. */
import {settings} from "../base/settings.js";

const KINDS = { // frequencies in hertz, seconds of decay, loudness, and how much of it is noise
    seed: {tones: [310, 730], decay: 0.05, loudness: 0.16, noise: 0.5},
    cowrie: {tones: [1970, 3240, 4630], decay: 0.11, loudness: 0.1, noise: 0.1},
};
const RATTLE = 0.03; // seconds between captured seeds
const RATTLE_MOST = 8; // seeds that are heard

let context = null;
let hiss = null; // a short noise

/** Makes what sounds need; browsers allow it only after somebody has pressed something (drop()). */
function prepare() {
    context ??= new AudioContext();
    if (!hiss) {
        hiss = new AudioBuffer({length: context.sampleRate / 20, sampleRate: context.sampleRate});
        const samples = hiss.getChannelData(0);
        samples.forEach((_, i) => { samples[i] = 2 * Math.random() - 1; });
    }
    if (context.state === "suspended") {
        context.resume();
    }
}

/** Lets a source be heard from `at` on, decaying. */
function strike(source, at, loudness, decay) {
    const gain = new GainNode(context, {gain: 0});
    gain.gain.setValueAtTime(loudness, at);
    gain.gain.exponentialRampToValueAtTime(1e-4, at + decay);
    source.connect(gain).connect(context.destination);
    source.start(at);
    source.stop(at + decay);
}

function sound({tones, decay, loudness, noise}, at) {
    const pitch = 0.95 + 0.1 * Math.random(); // no two counters are alike
    tones.forEach((frequency, i) => strike(
        new OscillatorNode(context, {frequency: frequency * pitch}), at, loudness / (i + 1), decay / (i + 1)));
    const band = new BiquadFilterNode(context, {type: "bandpass", frequency: 4 * tones[0], Q: 1});
    const source = new AudioBufferSourceNode(context, {buffer: hiss});
    strike({
        connect: (next) => source.connect(band).connect(next),
        start: (when) => source.start(when), stop: (when) => source.stop(when),
    }, at, loudness * noise, decay / 2);
}

/** A counter falls, "seed" or "cowrie", and captures so many seeds. */
export function drop(kind, captured = 0) {
    if (!settings.sound || navigator.userActivation?.hasBeenActive === false) {
        return;
    }
    prepare();
    sound(KINDS[kind], context.currentTime);
    for (let i = 1; i <= Math.min(captured, RATTLE_MOST); i++) {
        sound(KINDS.seed, context.currentTime + 0.08 + i * RATTLE);
    }
}
