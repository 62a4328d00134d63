import { type SQL, sql } from "drizzle-orm";
import type { DatabaseHandle } from "#platform/database/database.server.ts";

/** Enough rows for an index to be worth its while. */
export const fullTableRows = 4_000;

/** Eight hours apart: the years in which so many rows come together. */
const at = sql.raw("date_trunc('milliseconds', now() - n * interval '8 hours')");
const numbers = sql.raw(`generate_series(1, ${fullTableRows}) as n`);
/** Nearly all that is kept has been dealt with. */
const mostly = (done: string, ...open: string[]): SQL =>
	sql.raw(`case when n % 25 < ${open.length} then (array['${open.join("','")}'])[n % 25 + 1] else '${done}' end`);

/** What is written into each table that grows, in an order in which rows find what they refer to. */
const fillings: SQL[] = [
	sql`insert into users (email, confirmed_at, created_at, updated_at)
		select 'user' || n || '@example.com', ${at}, ${at}, ${at} from ${numbers}`,
	sql`insert into profiles (user_id, email, full_name, created_at)
		select id, email, 'User ' || email, created_at from users`,
	sql`insert into sessions (user_id, method, created_at, refreshed_at)
		select id, 'password', created_at, created_at from users`,
	sql`insert into factors (id, user_id, name, status, secret, key_id, created_at, updated_at)
		select gen_random_uuid(), id, 'Authenticator app', 'verified', 'sealed', 'key', created_at, created_at from users`,
	sql`insert into passkeys (user_id, name, status, credential_id, public_key, counter, transports, backup_eligible, backed_up, rp_id,
			created_at, updated_at)
		select id, 'Passkey', 'verified', id::text, 'key', 0, '{}', false, false, 'site.test', created_at, created_at from users`,
	sql`insert into challenges (kind, session_id, factor_id, expires_at)
		select 'totp', id, gen_random_uuid(), created_at from sessions`,
	sql`insert into recovery_code_sets (user_id, name, salt, created_at, updated_at)
		select id, 'Recovery codes', 'salt', created_at, created_at from users`,
	sql`insert into recovery_codes (set_id, hash) select id, code::text from recovery_code_sets, generate_series(1, 10) code`,
	sql`insert into known_devices (user_id, hash, last_seen_at) select id, md5(id::text), created_at from users`,
	sql`insert into factor_additions (token_hash, user_id, factor_id, session_id, added_at)
		select md5(id::text), id, gen_random_uuid(), gen_random_uuid(), created_at from users`,
	sql`insert into one_time_tokens (user_id, type, token_hash, expires_at)
		select id, 'recovery', md5(id::text), created_at from users`,
	// Of the last day.
	sql`insert into mail_throttle (key, sent_at, earlier)
		select md5(n::text), now() - n * interval '20 seconds', '{}' from ${numbers}`,
	sql`insert into bookings (name, email, service_type, message, status, created_at, updated_at, first_answered_at)
		select 'Client ' || n, 'client' || n || '@example.com', 'Photography', 'We open in March.',
			${mostly("closed", "new", "in_progress")}, ${at}, ${at}, ${at} from ${numbers}`,
	sql`update bookings set call_start = created_at, call_end = created_at + interval '45 minutes' where status = 'closed'`,
	sql`insert into call_reservations (booking_id, kind, lane, starts, ends, busy_from, busy_to)
		select id, 'call', 1, call_start, call_end, call_start, call_end from bookings where call_end is not null`,
	sql`insert into busy_sources (id, user_id, secret, key_id, host, last_four, basis, created_at, checked_at, read_at, events, unreadable)
		select gen_random_uuid(), id, 'sealed', 'key', 'calendar.example', '.ics', '', now(), now(), now(), 9, 0 from users limit 1`,
	sql`insert into busy_times (source_id, starts, ends, hash)
		select id, now() + n * interval '8 hours', now() + n * interval '8 hours' + interval '1 hour', 'hash' from busy_sources, ${numbers}`,
	sql`insert into call_links (token_hash, purpose, booking_id) select md5(id::text), 'change', id from bookings`,
	sql`insert into call_reminders (booking_id, starts, kind, result) select id, created_at, '24h', 'sent' from bookings`,
	sql`insert into contact_inquiries (name, email, subject, message, status, created_at, updated_at, first_answered_at)
		select 'Client ' || n, 'client' || n || '@example.com', 'Question ' || n, 'Do you travel to us?',
			${mostly("closed", "new", "in_progress")}, ${at}, ${at}, ${at} from ${numbers}`,
	sql`insert into job_applications (job_id, applicant_name, applicant_email, resume_url, status, applied_at, updated_at)
		select 'job-' || n % 100, 'Applicant ' || n, 'applicant' || n || '@example.com', n || '.pdf',
			${mostly("rejected", "pending", "reviewing")}, ${at}, ${at} from ${numbers}`,
	sql`insert into jobs (title, slug, location, type, description, is_active, created_at, updated_at)
		select 'Job ' || n, 'job-' || n, 'Remote', 'Full-time', 'You find the news.', n % 100 = 0, ${at}, ${at} from ${numbers}`,
	sql`insert into quarantine (form, fields, reasons, file, received_at, announced_at)
		select 'contact', jsonb_build_object('firstName', 'Sender', 'email', 'sender' || n || '@example.com'), '["trap"]',
			n || '.pdf', ${at}, case when n % 200 <> 0 then ${at} end from ${numbers}`,
	sql`insert into blog_images (name, width, height, created_at) select n || '.jpg', 800, 600, ${at} from ${numbers}`,
	sql`insert into blog_posts (title, slug, content, content_text, status, published_at, author_id, created_at, updated_at)
		select 'Post ' || n, 'post-' || n, '<p>Text</p>', 'Text', ${mostly("published", "draft")}, ${at},
			(select id from users where email = 'user' || n % 50 || '@example.com'), ${at}, ${at} from ${numbers}`,
	sql`insert into blog_post_old_slugs (slug, post_id) select 'old-' || slug, id from blog_posts`,
	sql`insert into blog_post_revisions (post_id, author_id, saved_at, fields)
		select id, author_id, updated_at, jsonb_build_object('title', title) from blog_posts`,
	sql`insert into preview_links (post_id, token_hash, expires_at) select id, md5(id::text), updated_at from blog_posts`,
	sql`insert into invoices (invoice_number, client_name, client_email, issue_date, due_date, tax_rate, subtotal, tax_amount,
			total_amount, currency, minor_digits, status, public_token_hash, public_expires_at, overdue_for, created_at, updated_at)
		select 'INV-1999-' || n, 'Client ' || n, 'client' || n || '@example.com', ${at}, ${at}, 0, 10, 0, 10, 'USD', 2,
			${mostly("paid", "sent", "overdue")}, md5(n::text), ${at} + interval '90 days', ${at}, ${at}, ${at} from ${numbers}`,
	sql`insert into invoice_items (invoice_id, position, description, quantity, unit_price, amount)
		select id, 0, 'Pictures', 1, 10, 10 from invoices`,
	sql`insert into invoice_payments (id, invoice_id, kind, effect_minor, received_on, method)
		select gen_random_uuid(), id, 'payment', 100, issue_date, 'check' from invoices`,
	sql`insert into credit_notes (id, invoice_id, credit_number, issue_date, reason, net_minor, tax_minor)
		select gen_random_uuid(), id, replace(invoice_number, 'INV', 'CN'), issue_date, 'A discount', 100, 0 from invoices`,
	sql`insert into checkout_sessions (id, invoice_id, amount_minor, url, expires_at, state, created_at)
		select 'cs_' || id, id, 1000, 'https://stripe.example', created_at, 'paid', created_at from invoices`,
	sql`insert into invoice_reminders (invoice_id, step) select id, step from invoices, unnest(array[3, 10, 30]) step`,
	sql`insert into retainers (name, client_name, client_email, currency, tax_rate, items, due_in_days, frequency, starts_on,
			delivery, state, next_n, created_at, updated_at)
		select 'Retainer ' || n, 'Client ' || n, 'client' || n || '@example.com', 'USD', 0, '[]', 14, 'monthly', ${at}, 'draft',
			${mostly("ended", "active")}, 2, ${at}, ${at} from ${numbers}`,
	sql`insert into retainer_occurrences (retainer_id, n, day, invoice_id)
		select retainers.id, 1, starts_on, invoices.id from retainers
		join invoices on invoices.client_email = retainers.client_email`,
	// Of the last year, with the texts of the last month: the rest is forgotten hourly.
	sql`insert into mails (record_table, record_id, kind, recipient, reply_to, subject, status, content, queued_at, sent_at, updated_at)
		select 'bookings', id, 'confirmation', email, email, 'Your request', 'sent',
			case when queued_at > now() - interval '29 days' then '{"text":"Thank you.","html":""}'::jsonb end,
			queued_at, queued_at, queued_at
		from (select id, email, now() - row_number() over () * interval '2 hours' as queued_at from bookings) bookings`,
	sql`insert into threads (record_table, record_id, token, assignee_id, last_message_at, received_at, created_at, updated_at)
		select 'contact_inquiries', id, md5(id::text), (select id from users where email = 'user' || (n % 20 + 1) || '@example.com'),
			created_at, created_at, created_at, created_at
		from (select *, row_number() over () as n from contact_inquiries) contact_inquiries`,
	sql`insert into thread_messages (thread_id, kind, at, from_address, to_addresses, subject, text, author_id, message_id, key)
		select threads.id, case when n = 1 then 'received' else 'reply' end, created_at + n * interval '1 minute',
			'sender' || md5(threads.id::text) || '@example.com', '{desk@example.com}', 'Question', 'Word' || md5(threads.id::text || n),
			assignee_id, md5(threads.id::text || n), gen_random_uuid() from threads, generate_series(1, 2) n`,
	sql`update thread_messages set mail_id = (select id from mails order by queued_at desc limit 1)
		where ctid in (select ctid from thread_messages limit 1)`,
	sql`insert into thread_message_ids (message_id, thread_id) select message_id, thread_id from thread_messages`,
	sql`insert into thread_drafts (thread_id, user_id, text, subject, version)
		select id, (select id from users where email = 'user1@example.com'), 'Dear', 'Re: Hi', 1 from threads`,
	sql`insert into thread_attachments (thread_id, message_id, file, name, type, size, created_at)
		select thread_id, id, md5(id::text), 'offer.pdf', 'application/pdf', 1, at from thread_messages`,
	sql`insert into inbound_mails (source, key, message_id, mailbox, uid_validity, uid, at, from_address, outcome, size, file)
		select 'imap', md5(n::text), '<' || n || '@example.com>', 'INBOX', 1, n, ${at}, 'sender' || n || '@example.com', 'thread', 1, md5(n::text)
		from ${numbers}`,
	sql`insert into activity (at, actor_kind, actor_id, record_table, record_id, action, changes)
		select created_at, 'staff', (select id from users where email = 'user' || (n % 20 + 1) || '@example.com'),
			case when n % 25 = 0 then 'invoices' else 'bookings' end, id, 'update', '{}'
		from (select *, row_number() over () as n from bookings) bookings`,
	// Of the last 90 days: the rest is forgotten hourly.
	sql`insert into activity (at, actor_kind, record_table, record_id, record_label, action, changes, address, device)
		select now() - row_number() over () * interval '30 minutes', 'visitor', 'profiles', id, email, 'signed_in', '{}',
			'192.0.2.7', 'Chrome on Windows' from profiles`,
	sql`insert into deletions (table_name, row_id, deleted_at) select 'bookings', gen_random_uuid(),
			now() - n * interval '10 minutes' from ${numbers}`,
	sql`insert into post_drafts (post_id, author_id, writer, n, version, updated_at) select blog_posts.id, users.id, gen_random_uuid(), 0, 1, now() from blog_posts, (select id from users limit 1) users`,
];

/** Fills every table that grows, as years of use would, and lets the database count what is in them. */
export async function fillEveryTable(database: DatabaseHandle): Promise<void> {
	await database.db.transaction(async (tx) => {
		// A notice for each row would fill the queue of notices, and a line in the log for each is not what this is about.
		await tx.execute(sql`set local session_replication_role = replica`);
		for (const filling of fillings) await tx.execute(filling);
	});
	await database.query("vacuum analyze");
}
