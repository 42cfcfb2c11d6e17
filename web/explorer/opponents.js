/**
 * The opponents of the program: their strengths, and as texts their names, which are those of
 * kauri_opponent_name (queries/engine/opponents.c). A test compares the two.
 */
import {addWords} from "./texts.js";

export const STRENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

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
