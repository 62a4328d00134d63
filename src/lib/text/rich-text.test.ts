import { expect, test } from "vitest";
import { videoEmbedUrl } from "./rich-text.ts";

const player = "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ";

test.each([
	["https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=10s", player],
	["https://youtu.be/aqz-KE-bpKQ?si=abc", player],
	["youtube.com/shorts/aqz-KE-bpKQ", player],
	["https://m.youtube.com/watch?v=aqz-KE-bpKQ", player],
	["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871"],
	["https://player.vimeo.com/video/76979871", "https://player.vimeo.com/video/76979871"],
])("finds the player of %s", (address, embed) => {
	expect(videoEmbedUrl(address)).toBe(embed);
});

// proves D-blog-05
test.each([
	"https://example.com/watch?v=aqz-KE-bpKQ",
	"https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ",
	"javascript:alert(1)//youtube.com/watch?v=aqz-KE-bpKQ",
	"https://www.youtube.com/watch?v=<script>",
	"https://vimeo.com/about",
	"https://notvimeo.com/76979871",
	"https://notyoutu.be/aqz-KE-bpKQ",
	"",
])("knows no player for %s", (address) => {
	expect(videoEmbedUrl(address)).toBeUndefined();
});
