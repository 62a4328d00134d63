import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";

const modifiers = ["Shift", "Control", "Alt", "Meta"];

/** Whoever comes by Tab or Shift+Tab goes on by them, as through any field. They indent a list once something else was pressed. */
export const PassingTab = Extension.create({
	name: "passingTab",
	addProseMirrorPlugins() {
		let isTab = false;
		let isPassing = false;
		const note = (event: Event) => {
			isTab = event instanceof KeyboardEvent && event.key === "Tab";
		};
		return [
			new Plugin({
				view() {
					document.addEventListener("keydown", note, true);
					document.addEventListener("pointerdown", note, true);
					return {
						destroy() {
							document.removeEventListener("keydown", note, true);
							document.removeEventListener("pointerdown", note, true);
						},
					};
				},
				props: {
					handleDOMEvents: {
						focus(_view, { relatedTarget }) {
							isPassing = isTab && relatedTarget !== null;
						},
						pointerdown() {
							isPassing = false;
						},
						keydown(_view, { key }) {
							if (key !== "Tab" && !modifiers.includes(key)) isPassing = false;
							return isPassing && key === "Tab";
						},
					},
				},
			}),
		];
	},
});
