import { Extension } from "@tiptap/core";
import { type EditorState, Plugin } from "@tiptap/pm/state";

const modifiers = ["Shift", "Control", "Alt", "Meta"];

/**
 * Whoever comes by Tab or Shift+Tab goes on by them, as through any field. They indent a list once something else was pressed.
 * Shift+Tab takes no item out of its list: it leads back to the buttons.
 */
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
						keydown({ state }, { key, shiftKey }) {
							if (key !== "Tab" && !modifiers.includes(key)) isPassing = false;
							return key === "Tab" && (isPassing || (shiftKey && listDepth(state) === 1));
						},
					},
				},
			}),
		];
	},
});

function listDepth({ selection: { $from } }: EditorState): number {
	const ancestors = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1));
	return ancestors.filter(({ type }) => type.name === "listItem").length;
}
