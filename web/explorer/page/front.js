/** The first visit: a card says what Kauri is, and hides all but the board until something is chosen. */
import {moveText} from "../analysis/spoken.js";
import {announce} from "../base/announce.js";
import {byId} from "../base/dom.js";
import {setSetting, settings} from "../base/settings.js";
import {isLink} from "./address.js";

function showCard(app) {
    const leave = () => {
        if (!byId("front").hidden) {
            setSetting("visited", true);
            setSetting("values", false); // until somebody asks for them
            byId("front").hidden = true;
            app.leave("front");
        }
    };
    const choose = (id, action) => byId(id).addEventListener("click", action);
    choose("front-learn", () => app.late.learn(1)); // which loads a position
    choose("front-play", () => {
        leave();
        app.openTools("play");
    });
    choose("front-analyse", () => {
        leave();
        app.showValues();
        app.choosePanel("analysis");
        app.showBoard();
        app.focusBoard();
        announce(moveText(app.game.node, app.rules()));
    });
    app.on("game", leave);
    byId("front").hidden = false;
    app.enter({kind: "front", hidden: true});
}

/** Shows the card on a first visit without a link; on a later one the page goes on where it was left. */
export function mountFront(app) {
    const {visited, last, tab} = settings;
    const linked = isLink();
    if (!visited && !location.hash) {
        showCard(app);
    } else if (!linked) {
        app.address.goOn(last);
        app.choosePanel(tab);
    }
    if (linked) {
        setSetting("visited", true);
    }
}
