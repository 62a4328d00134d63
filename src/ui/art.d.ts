declare module "#art/*?picture" {
	const picture: import("#ui/picture.tsx").PictureSources;
	export default picture;
}

declare module "#art/*&picture" {
	const picture: import("#ui/picture.tsx").PictureSources;
	export default picture;
}
