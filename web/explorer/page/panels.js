/**
 * The tabs beside the board. A panel is {id, title (a key of words.js), mount(root, app)}, and may
 * have show() and hide(), called when its tab is chosen and left. One with load(), which imports a
 * module whose `panel` has the rest, is fetched when its tab is chosen first.
 */
import * as analysis from "../analysis/analysis.js";
import {el} from "../base/dom.js";
import {isPointed} from "../base/focus.js";
import {setSetting} from "../base/settings.js";
import {onLanguage, t} from "../texts/texts.js";
import {showStateOf} from "./places.js";

export const panels = [
    analysis.panel,
    {id: "play", title: "play.title", load: () => import("../play/opponent.js")},
    {id: "problems", title: "problems.title", load: () => import("../study/problems.js")},
    {id: "games", title: "games.title", load: () => import("../game/record.js")},
    {id: "atlas", title: "atlas.title", load: () => import("../analysis/atlas.js")},
    {id: "setup", title: "setup.title", load: () => import("../board/setup.js")},
    {id: "share", title: "share.title", load: () => import("../analysis/download.js")},
];

/** Builds the tab list and the panels, and chooses the first; returns choose(id). */
export function mountPanels(root, app) {
    const tabs = el("div", {class: "tabs", role: "tablist", "aria-label": t("section.tools")});
    const bodies = el("div", {class: "panels"});
    let current = null;

    /** Fetches and mounts a panel that is loaded late, once; false if that failed. */
    async function ready(panel) {
        if (panel.load) {
            try {
                const {id, title, ...rest} = (await panel.load()).panel;
                if (panel.load) {
                    Object.assign(panel, rest, {load: null});
                    panel.body.replaceChildren();
                    panel.mount(panel.body, app);
                }
            } catch {
                panel.body.replaceChildren(el("p", {class: "notice", text: t("say.notLoaded")}));
                return false;
            }
        }
        return true;
    }

    /** Chooses a panel; resolves when it is there. */
    async function choose(id, focus = false) {
        const next = panels.find((panel) => panel.id === id);
        if (!next || next === current) {
            return;
        }
        if (current) {
            setSetting("tab", id);
        }
        if (current && current.hide) {
            current.hide();
        }
        current = next;
        for (const panel of panels) {
            const chosen = panel === next;
            panel.tab.setAttribute("aria-selected", chosen);
            panel.tab.tabIndex = chosen ? 0 : -1;
            panel.body.hidden = !chosen;
        }
        showStateOf(next.body);
        if (focus) {
            next.tab.focus();
        }
        if ((!next.load || await ready(next)) && next === current && next.show) {
            next.show();
        }
    }

    tabs.addEventListener("keydown", (event) => {
        const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        if (step && !isPointed()) {
            const at = panels.indexOf(current) + step;
            choose(panels[(at + panels.length) % panels.length].id, true);
            event.preventDefault();
            event.stopPropagation();
        }
    });
    for (const panel of panels) {
        panel.tab = el("button", {
            role: "tab", id: `tab-${panel.id}`, text: t(panel.title),
            "data-t": panel.title, "aria-controls": `panel-${panel.id}`,
            onclick: () => choose(panel.id),
        });
        panel.body = el("section", {
            class: "panel stack", role: "tabpanel", id: `panel-${panel.id}`,
            "aria-labelledby": `tab-${panel.id}`,
        });
        tabs.append(panel.tab);
        bodies.append(panel.body);
    }
    root.append(tabs, bodies);
    panels.filter((panel) => !panel.load).forEach((panel) => panel.mount(panel.body, app));
    onLanguage(() => tabs.setAttribute("aria-label", t("section.tools")));
    choose(panels[0].id);
    return choose;
}
