/** Whether also what kills processes, fuzzes at length, or rebuilds whole sites is run: by `npm run test:all` (decision 041). */
export const isLong = process.env.TEST_ALL === "1";
