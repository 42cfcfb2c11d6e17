/**
 * The opponents of the program: their strengths, and as texts their names, which are those of
 * kauri_opponent_name (queries/engine/opponents.c). A test compares the two.
 */
import {addWords} from "../texts/texts.js";

export const STRENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

addWords({
    "opponent.1": ["Snail", "Schnecke"],
    "opponent.2": ["Gecko", "Gecko"],
    "opponent.3": ["Kiwi", "Kiwi"],
    "opponent.4": ["Penguin", "Pinguin"],
    "opponent.5": ["Fantail", "Fächerschwanz"],
    "opponent.6": ["Weka", "Weka"],
    "opponent.7": ["Tui", "Tui"],
    "opponent.8": ["Kea", "Kea"],
    "opponent.9": ["Kauri", "Kauri"],
});
