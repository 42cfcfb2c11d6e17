/**
 * The opponents of the program: their strengths, and as texts their names, which are those of
 * kauri_opponent_name (games/engine/opponents.c). A test compares the two.
 */
import {addWords} from "../texts/texts.js";

export const STRENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/** Elo of each opponent above the first one, from the start of the game (docs/results/LABBOOK.md). */
const ELO = [0, 167, 348, 537, 676, 860, 1036, 1182, 1339, 1521, 2121];

/**
 * The expected score against an opponent, in percent and in steps of 5, of somebody who is as strong as
 * the strongest opponent that was beaten.
 */
export function chanceAgainst(strength, beaten) {
    const elo = ELO[strength - 1] - ELO[beaten - 1];
    return Math.round(20 / (1 + 10 ** (elo / 400))) * 5;
}

addWords({
    "opponent.1": ["Egg", "Ei"],
    "opponent.2": ["Chick", "Küken"],
    "opponent.3": ["Snail", "Schnecke"],
    "opponent.4": ["Gecko", "Gecko"],
    "opponent.5": ["Kiwi", "Kiwi"],
    "opponent.6": ["Penguin", "Pinguin"],
    "opponent.7": ["Fantail", "Fächerschwanz"],
    "opponent.8": ["Weka", "Weka"],
    "opponent.9": ["Tui", "Tui"],
    "opponent.10": ["Kea", "Kea"],
    "opponent.11": ["Kauri", "Kauri"],
});
