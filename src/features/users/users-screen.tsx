export default function UsersScreen() {
	return null;
}
