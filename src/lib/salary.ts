/** What a salary is paid for, as schema.org has it. */
export const salaryUnits = ["HOUR", "DAY", "WEEK", "MONTH", "YEAR"] as const;
export type SalaryUnit = (typeof salaryUnits)[number];

export const salaryUnitLabels: Record<SalaryUnit, string> = {
	HOUR: "Hour",
	DAY: "Day",
	WEEK: "Week",
	MONTH: "Month",
	YEAR: "Year",
};

/** In whole units of the firm's currency, before tax. */
type Salary = { salary_min: number | null; salary_max: number | null; salary_unit: SalaryUnit | null };

const article = (word: string) => (word === "Hour" ? "an" : "a");

/** '$50,000 to $60,000 a year'; undefined where none is given. */
export function formatSalary(
	{ locale, currency }: { locale: string; currency: string },
	{ salary_min, salary_max, salary_unit }: Salary,
): string | undefined {
	const amounts = [...new Set([salary_min, salary_max])].flatMap((amount) => amount ?? []);
	if (!salary_unit || amounts.length === 0) return undefined;
	const { format } = new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 0 });
	const unit = salaryUnitLabels[salary_unit];
	return `${amounts.map((amount) => format(amount)).join(" to ")} ${article(unit)} ${unit.toLowerCase()}`;
}
