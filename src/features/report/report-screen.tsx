import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { endOfMonth } from "date-fns/endOfMonth";
import { format } from "date-fns/format";
import { parse } from "date-fns/parse";
import { parseResponse } from "hono/client";
import type { ComponentProps, ReactNode } from "react";
import { useSearchParams } from "react-router";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { api } from "#admin/session/api-client.ts";
import { type CsvExport, ExportButton } from "#admin/table/export-button.tsx";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { saveFile } from "#admin/table/save-file.ts";
import { moneyIn } from "#lib/money.ts";
import { formatDuration } from "#lib/time/durations.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { site } from "#site.config.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "#ui/dropdown-menu.tsx";
import { SelectField } from "#ui/field.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ColumnChart } from "./column-chart.tsx";
import { defaultReportLength, reportLengths, type Series } from "./report.schema.ts";
import type { Report } from "./report.server.ts";
import { ReportTable } from "./report-table.tsx";

export const meta = () => unlistedMeta("Report");

/** How the firm's work has gone, in pictures, in tables, and for spreadsheets. */
export default function ReportScreen() {
	const [params, setParams] = useSearchParams();
	const months = reportLengths.find((length) => String(length) === params.get("months")) ?? defaultReportLength;
	const { data, isError, isFetching, refetch } = useQuery({
		queryKey: [...derivedKey, "report", months],
		queryFn: ({ signal }) =>
			parseResponse(api.api.report.$get({ query: { months: String(months) } }, { init: { signal } })),
		placeholderData: keepPreviousData,
		meta: { failure: "Failed to load the report. Please try again." },
	});
	return (
		<>
			<div className="flex flex-wrap items-end gap-3">
				<div className="grid gap-1">
					<ScreenTitle className="md:leading-8.5">Report</ScreenTitle>
					<p className="max-w-read text-muted-foreground">
						By month, in the firm's time zone. The current month isn't complete. Deleted records and blocked time aren't
						counted.
					</p>
				</div>
				<SelectField
					dense
					label="Period"
					className="ml-auto max-md:ml-0 md:w-44"
					value={String(months)}
					onChange={(event) => setParams({ months: event.target.value }, { replace: true })}
					options={reportLengths.map((length) => ({ value: String(length), label: `Last ${length} Months` }))}
				/>
			</div>
			<div className="mt-4 grid items-start gap-4 xl:grid-cols-2">
				{isError && !isFetching && !data && <LoadFailure onRetry={() => void refetch()} />}
				{!data && !isError && <ReportSkeleton />}
				{data && <Sections report={data} />}
			</div>
		</>
	);
}

const count = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 1 });

/** Revenue in one currency. */
function Revenue({
	title = "Revenue",
	filename = "revenue-by-month.csv",
	currency,
	...section
}: Pick<ComponentProps<typeof ByMonth>, "months" | "series" | "extra"> & {
	title?: string;
	filename?: string;
	currency: string;
}) {
	const { formatAmount, decimals } = moneyIn(currency);
	// On the axis, cents would only take space.
	const whole = new Intl.NumberFormat(site.locale, { style: "currency", currency, maximumFractionDigits: 0 });
	return (
		<ByMonth
			{...section}
			title={title}
			filename={filename}
			format={formatAmount}
			formatAxis={(value) => whole.format(value)}
			raw={(value) => value.toFixed(decimals)}
			note="Billed counts on the day of the invoice, less what has been credited since."
		/>
	);
}

/** What has come in one month of the report, as bookkeepers work, or in all of them, line by line. */
function ExportPayments({ months }: { months: readonly string[] }) {
	const { mutate, isPending } = useMutation({
		mutationFn: async ({ first, last }: { first: string; last: string }) => {
			const query = { from: `${first}-01`, to: format(endOfMonth(monthOf(last)), "yyyy-MM-dd") };
			return (await api.api.payments.export.$get({ query })).blob();
		},
		onSuccess: (file, { first, last }) =>
			saveFile(file, `payments-${first === last ? first : `${first}-to-${last}`}.csv`),
		meta: { failure: "Failed to export the payments. Please try again.", reads: true },
	});
	const [first = "", last = first] = [months[0], months.at(-1)];
	return (
		<DropdownMenu>
			<DropdownMenuTrigger asChild>
				<DeskButton busy={isPending}>Export Payments</DeskButton>
			</DropdownMenuTrigger>
			<DropdownMenuContent align="end" className="max-h-80 overflow-y-auto">
				{months.toReversed().map((month) => (
					<DropdownMenuItem key={month} onSelect={() => mutate({ first: month, last: month })}>
						{format(monthOf(month), "MMMM yyyy")}
					</DropdownMenuItem>
				))}
				<DropdownMenuSeparator />
				<DropdownMenuItem onSelect={() => mutate({ first, last })}>All {months.length} Months</DropdownMenuItem>
			</DropdownMenuContent>
		</DropdownMenu>
	);
}

const hourMs = 3_600_000;

/** Those of someone's areas. */
function Sections({ report }: { report: Report }) {
	const { months, inquiries, services, sources, responseTimes, applications, revenue, otherRevenue = [] } = report;
	return (
		<>
			<div className="grid gap-4">
				<ByMonth title="Bookings and Inquiries" filename="inquiries-by-month.csv" months={months} series={inquiries} />
				<ByName
					title="Bookings and Inquiries by Service"
					filename="inquiries-by-service.csv"
					header="Service"
					rows={services}
				/>
				<ByName
					title="Bookings and Inquiries by Source"
					filename="inquiries-by-source.csv"
					header="Source"
					rows={sources}
				/>
			</div>
			<div className="grid gap-4">
				<Revenue currency={site.currency} months={months} series={revenue} extra={<ExportPayments months={months} />} />
				{otherRevenue.map(({ currency, series }) => (
					<Revenue
						key={currency}
						title={`Revenue in ${currency}`}
						filename={`revenue-by-month-${currency.toLowerCase()}.csv`}
						{...{ currency, months, series }}
					/>
				))}
				<ByMonth
					title="Median Response Time"
					filename="response-times-by-month.csv"
					months={months}
					series={responseTimes}
					format={formatDuration}
					scale={hourMs}
					formatAxis={(value) => `${count(value)} h`}
					raw={(value) => (value / hourMs).toFixed(2)}
					unit="hours"
				/>
				<ByMonth title="Applications" filename="applications-by-month.csv" months={months} series={applications} />
			</div>
		</>
	);
}

const monthOf = (month: string) => parse(month, "yyyy-MM", new Date(0));

function ByMonth({
	title,
	filename,
	months,
	series,
	format: write = count,
	formatAxis = write,
	raw = String,
	scale = 1,
	unit,
	extra,
	note,
}: {
	title: string;
	filename: string;
	months: readonly string[];
	/** Undefined for those who may not see the section. */
	series: readonly Series[] | undefined;
	format?(value: number): string;
	formatAxis?(value: number): string;
	/** How much one step of the axis is worth. */
	scale?: number;
	/** For spreadsheets. */
	raw?(value: number): string;
	/** Of the numbers for spreadsheets. */
	unit?: string;
	/** Beside its export. */
	extra?: ReactNode;
	/** Says what is counted when. */
	note?: string;
}) {
	if (!series) return null;
	const rows = months.map((month, index) => ({ month, values: series.map(({ values }) => values[index] ?? null) }));
	const isEmpty = rows.every(({ values }) => values.every((value) => !value));
	const names = series.map(({ name }) => name);
	return (
		<Section
			title={title}
			filename={filename}
			rows={rows}
			isEmpty={isEmpty}
			extra={extra}
			toRecord={({ month, values }) => ({
				Month: month,
				...Object.fromEntries(
					names.map((name, index) => {
						const value = values[index] ?? null;
						return [unit ? `${name} (${unit})` : name, value === null ? null : raw(value)];
					}),
				),
			})}
		>
			<ColumnChart
				label={`${title} by month, as columns. The table below has the numbers.`}
				names={months.map((month) => format(monthOf(month), months.length > 12 ? "MMM yy" : "MMM"))}
				series={series.map(({ name, values }) => ({
					name,
					// A month with more refunds than payments has no column; the table says how much.
					values: values.map((value) => value && Math.max(0, value / scale)),
				}))}
				format={formatAxis}
			/>
			{note && <p className="text-muted-foreground text-xs">{note}</p>}
			<details>
				<summary className="cursor-pointer py-1 font-semibold text-xs">Show as Table</summary>
				<ReportTable
					caption={`${title} by month`}
					headers={["Month", ...names]}
					rows={rows.map(({ month, values }) => ({
						key: month,
						cells: [
							format(monthOf(month), "MMMM yyyy"),
							...values.map((value) => (value === null ? "–" : write(value))),
						],
					}))}
				/>
			</details>
		</Section>
	);
}

/** Totals of the whole period: the table is the picture. */
function ByName({
	title,
	filename,
	header,
	rows,
}: {
	title: string;
	filename: string;
	header: string;
	rows: Report["services"];
}) {
	if (!rows) return null;
	const most = Math.max(1, ...rows.map((row) => row.count));
	return (
		<Section
			title={title}
			filename={filename}
			rows={rows}
			isEmpty={rows.length === 0}
			toRecord={(row) => ({ [header]: row.name, Requests: row.count })}
		>
			<ReportTable
				caption={title}
				headers={[header, "Requests"]}
				rows={rows.map(({ name, count: number }) => ({
					key: name,
					cells: [
						<span key="name" className="grid gap-1">
							{name}
							<svg aria-hidden viewBox="0 0 100 6" preserveAspectRatio="none" className="h-1.5 w-full">
								<rect width={(100 * number) / most} height={6} className="fill-sky-deep dark:fill-sky" />
							</svg>
						</span>,
						count(number),
					],
				}))}
			/>
		</Section>
	);
}

/** A card with its numbers for spreadsheets, and a word in place of a picture of nothing. */
function Section<Row>({
	title,
	isEmpty,
	extra,
	children,
	...numbers
}: CsvExport<Row> & {
	title: string;
	rows: readonly Row[];
	isEmpty: boolean;
	extra?: ReactNode;
	children: ReactNode;
}) {
	return (
		<section aria-label={title} className="grid content-start gap-3 rounded-lg border border-border bg-card p-5">
			<div className="flex flex-wrap items-center gap-2">
				<h2 className="mr-auto font-semibold">{title}</h2>
				{extra}
				<ExportButton {...numbers} />
			</div>
			{isEmpty ? <p className="text-muted-foreground">No data for these months.</p> : children}
		</section>
	);
}

function ReportSkeleton() {
	return (
		<>
			<p role="status" className="sr-only">
				Loading
			</p>
			{["a", "b", "c", "d"].map((key) => (
				<Skeleton key={key} className="h-72" />
			))}
		</>
	);
}
