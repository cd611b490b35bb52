/** A mistake that a developer could make; the tests have to catch it. */
export interface Fault {
  /** Short English sentence: what is wrong. Unique. */
  title: string
  kind: FaultKind
  /** Path below the root of the repository. */
  file: string
  /** Text that occurs exactly once in the file. */
  before: string
  /** Replaces `before`; the file still type-checks. */
  after: string
}

export type FaultKind =
  | 'permission'
  | 'scope'
  | 'cross-company'
  | 'rounding'
  | 'day'
  | 'missing figure'
  | 'ratio'
  | 'closed month'
  | 'audit'
  | 'undo'
  | 'mask'
  | 'escape'
  | 'repeat'
  | 'stale version'
  | 'style'
  | 'text'
  | 'phone'
  | 'status'
  | 'own approval'
  | 'overpayment'
  | 'lock order'
  | 'session'
  | 'list'
  | 'time zone'

/** Seeded faults, grouped by kind. */
export const FAULTS: readonly Fault[] = [
  {
    title: 'Finance can open and close the public statement pages, which only an admin may do.',
    kind: 'permission',
    file: 'src/billing/bill-statements/contract.ts',
    before: `    needs: 'canAdmin',
    summary: '开启或关闭商家对账页面`,
    after: `    needs: 'canChargeCustomer',
    summary: '开启或关闭商家对账页面`,
  },
  {
    title: 'A reviewer from finance can change the amount from which an admin has to approve a claim.',
    kind: 'permission',
    file: 'src/finance/reimbursement-bills/contractSettings.ts',
    before: `    needs: 'canAdmin',
    summary: '修改本公司的报销审批金额`,
    after: `    needs: 'canReviewReimbursementBill',
    summary: '修改本公司的报销审批金额`,
  },
  {
    title: 'Every agent can add a header alias for the whole company.',
    kind: 'permission',
    file: 'src/operations/imports/aliases/contract.ts',
    before: `    needs: 'canAdmin',
    summary: '添加表头别名`,
    after: `    needs: 'canReportWorklog',
    summary: '添加表头别名`,
  },
  {
    title: 'A user who may not see debts can sort the customer list by them in descending order.',
    kind: 'permission',
    file: 'src/clients/customers/rules.ts',
    before: `if ((owing || sortsByBalance(sort)) && !can(actor, 'canChargeCustomer')) {`,
    after: `if ((owing || sort === 'receivableCents') && !can(actor, 'canChargeCustomer')) {`,
  },
  {
    title: 'A head sees store prices and the pay of staff.',
    kind: 'permission',
    file: 'src/access/can.ts',
    before: "return column === null || column === 'head' || column === 'member'",
    after: "return column === null || column === 'member'",
  },
  {
    title: 'A member still reaches a store after the assignment has ended.',
    kind: 'scope',
    file: 'src/clients/scopes.ts',
    before: `a.staff_id = \${staffId}
                and a.from_on <= \${on} and (a.to_on is null or a.to_on >= \${on}))\``,
    after: `a.staff_id = \${staffId}
                and a.from_on <= \${on})\``,
  },
  {
    title: 'A head can open the stopped stores of the team.',
    kind: 'scope',
    file: 'src/clients/scopes.ts',
    before: `return sql<SqlBool>\`(\${storeScope(actor, 'canReadStore', on)} and \${stoppedScope(actor)})\``,
    after: "return storeScope(actor, 'canReadStore', on)",
  },
  {
    title: 'The claim list shows the claims of all staff to every agent.',
    kind: 'scope',
    file: 'src/finance/reimbursement-bills/queries.ts',
    before: 'selectClaims(db).where(claimScope(actor)).where(keywordIn(filter.keyword, KEYWORD_COLUMNS))',
    after: 'selectClaims(db).where(keywordIn(filter.keyword, KEYWORD_COLUMNS))',
  },
  {
    title: 'A user who searches the bank rows finds those of companies out of reach.',
    kind: 'scope',
    file: 'src/billing/bank-receipts/queries.ts',
    before: 'selectRows(db).where(rowScope(actor)).where(keywordIn(filter.keyword, KEYWORD_COLUMNS))',
    after: `selectRows(db).where(filter.keyword ? sql<SqlBool>\`true\` : rowScope(actor)).where(keywordIn(filter.keyword, KEYWORD_COLUMNS))`,
  },
  {
    title: 'A search by a whole mobile finds customers whose contacts the user may not look up.',
    kind: 'scope',
    file: 'src/workspace/search/queries.ts',
    before: "within.where(reach.contacts).where('customer.mobile'",
    after: "within.where('customer.mobile'",
  },
  {
    title: 'A head no longer reaches stores that are assigned to the head personally.',
    kind: 'scope',
    file: 'src/clients/scopes.ts',
    before: `where (agent.parent_id = \${headId} or agent.id = \${headId})`,
    after: `where agent.parent_id = \${headId}`,
  },
  {
    title: 'Finance of the headquarters reaches the records of every company.',
    kind: 'cross-company',
    file: 'src/access/can.ts',
    before:
      "return grant === 'company' && column === 'admin' && actor.companyCode === HEADQUARTERS ? 'all' : grant",
    after: "return grant === 'company' && actor.companyCode === HEADQUARTERS ? 'all' : grant",
  },
  {
    title: 'The admin of a branch company can add staff to another company.',
    kind: 'cross-company',
    file: 'src/access/can.ts',
    before: `return effectiveRole(actor) !== 'admin' || actor?.companyCode !== HEADQUARTERS`,
    after: `return effectiveRole(actor) !== 'admin'`,
  },
  {
    title: 'The customers have no row-level security.',
    kind: 'cross-company',
    file: 'src/db/protection.ts',
    before: "\n  customer: 'company',",
    after: "\n  customer: { open: 'has names only' },",
  },
  {
    title: 'The row-level security policy lets a company see the rows of every company.',
    kind: 'cross-company',
    file: 'src/db/policies.ts',
    before: 'const condition = ownRows(table, PROTECTION[name])',
    after: "const condition = ownRows(table, PROTECTION[name]) && 'true'",
  },
  {
    title: 'Half a cent is rounded down instead of up.',
    kind: 'rounding',
    file: 'src/kit/money.ts',
    before: '(2n * size + denominator) / (2n * denominator)',
    after: '(2n * size + denominator - 1n) / (2n * denominator)',
  },
  {
    title: 'The database cuts fractions of a cent off instead of rounding them.',
    kind: 'rounding',
    file: 'src/kit/moneySql.ts',
    before: `sql\`(2 * abs(\${numerator}) + \${denominator}) / (2 * \${denominator})\``,
    after: `sql\`(2 * abs(\${numerator})) / (2 * \${denominator})\``,
  },
  {
    title: 'When an amount is divided, the cents left over go to the parts that lost least.',
    kind: 'rounding',
    file: 'src/kit/money.ts',
    before: 'a.rest < b.rest ? 1 : -1',
    after: 'a.rest < b.rest ? -1 : 1',
  },
  {
    title: 'Rates in reports are cut off instead of rounded half up.',
    kind: 'rounding',
    file: 'src/kit/rates.ts',
    before: 'Math.floor((2 * a + b) / (2 * b))',
    after: 'Math.floor(a / b)',
  },
  {
    title: 'Base pay is rounded twice: by days with the company, then by attendance.',
    kind: 'rounding',
    file: 'src/finance/payroll/pay.ts',
    before:
      '  return halfUp(dayCents(agreed) * BigInt(attendedHalves), BigInt(daysInMonth) * BigInt(2 * owedDays))',
    after: '  return shareOf(halfUp(dayCents(agreed), BigInt(daysInMonth)), attendedHalves, 2 * owedDays)',
  },
  {
    title: 'A bill is overdue on the day on which it is due.',
    kind: 'day',
    file: 'src/billing/customer-bills/rules.ts',
    before: 'bill.dueOn < on ? daysBetween',
    after: 'bill.dueOn <= on ? daysBetween',
  },
  {
    title: 'The work log of seven days ago can no longer be written.',
    kind: 'day',
    file: 'src/operations/worklogs/rules.ts',
    before: 'return on <= today && on >= earliestDay(today)',
    after: 'return on <= today && on > earliestDay(today)',
  },
  {
    title: 'New terms of a store apply from the day after their first day.',
    kind: 'day',
    file: 'src/clients/stores/rules.ts',
    before: 'day >= one.fromOn && (!next || day < next)',
    after: 'day > one.fromOn && (!next || day <= next)',
  },
  {
    title: 'A follow-up is announced a day late.',
    kind: 'day',
    file: 'src/platform/notices/queries.ts',
    before: "    .where('followUp.dueOn', '<=', on)",
    after: "    .where('followUp.dueOn', '<', on)",
  },
  {
    title: 'The balance of a past day ignores the receipts of that day.',
    kind: 'day',
    file: 'src/billing/receivables/queries.ts',
    before: "    .where('onDay', '>', on)",
    after: "    .where('onDay', '>=', on)",
  },
  {
    title: 'A report without dates covers eight days instead of seven.',
    kind: 'day',
    file: 'src/reporting/reports/rules.ts',
    before: 'addDays(to, 1 - defaultDays)',
    after: 'addDays(to, -defaultDays)',
  },
  {
    title: 'The days of service of a lost customer do not include the last day.',
    kind: 'day',
    file: 'src/clients/churn-records/rules.ts',
    before: 'daysBetween(first, lastOn) + 1',
    after: 'daysBetween(first, lastOn)',
  },
  {
    title: 'The sum of figures that are all missing is 0 instead of null.',
    kind: 'missing figure',
    file: 'src/kit/rates.ts',
    before: 'return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0)',
    after: 'return numbers.reduce((sum, value) => sum + value, 0)',
  },
  {
    title: 'A store without any figures in the period has a volume of 0.',
    kind: 'missing figure',
    file: 'src/reporting/reports/volumes.ts',
    before: 'case when volume_days > 0 then volume end as sum',
    after: 'volume as sum',
  },
  {
    title: 'Days without figures pull the mean of the seven days before down.',
    kind: 'missing figure',
    file: 'src/reporting/reports/series.ts',
    before: 'count(volume) over seven as mean_7_days',
    after: 'count(*) over seven as mean_7_days',
  },
  {
    title: 'A day whose figures lack the one that is billed is not listed as missing.',
    kind: 'missing figure',
    file: 'src/billing/customer-bills/price.ts',
    before: '(figures.get(day)?.[figure] ?? null) === null',
    after: 'figures.get(day)?.[figure] === undefined',
  },
  {
    title: 'A month without revenue has a margin of 0 % instead of none.',
    kind: 'missing figure',
    file: 'src/finance/monthly-financials/resultSums.ts',
    before: `BigInt(whole)) : null
}`,
    after: `BigInt(whole)) : 0
}`,
  },
  {
    title: 'The reply rate of several stores is the mean of their rates.',
    kind: 'ratio',
    file: 'src/kit/rates.ts',
    before: '  return { numerator, denominator, rateBp: rateBp(numerator, denominator) }',
    after: `  const rates = complete.map((row) => rateBp(row.numerator, row.denominator))
  return { numerator, denominator, rateBp: ratio(sumOf(rates), rates.length) }`,
  },
  {
    title: 'A comparison adds stores that have no earlier figure to one side only.',
    kind: 'ratio',
    file: 'src/kit/rates.ts',
    before: 'pairs.filter(({ now, before }) => now !== null && before !== null)',
    after: 'pairs.filter(({ now }) => now !== null)',
  },
  {
    title: 'The collection rate divides what was billed by what came in.',
    kind: 'ratio',
    file: 'src/finance/monthly-financials/resultSums.ts',
    before: 'rateBp(counts.receivedCents, counts.askedCents)',
    after: 'rateBp(counts.askedCents, counts.receivedCents)',
  },
  {
    title: 'The gross retention counts expansion.',
    kind: 'ratio',
    file: 'src/finance/monthly-financials/resultSums.ts',
    before: 'grossRetentionBp: rateBp(retainedCents, startCents)',
    after: 'grossRetentionBp: rateBp(retainedCents + expansionCents, startCents)',
  },
  {
    title: 'Any closed month can be reopened, not only the latest.',
    kind: 'closed month',
    file: 'src/finance/monthly-financials/rules.ts',
    before: `  if (latest !== month)
    throw`,
    after: `  if (latest !== null && latest < month)
    throw`,
  },
  {
    title: 'A month can be closed on its last day, before the day is over.',
    kind: 'closed month',
    file: 'src/finance/monthly-financials/checklist.ts',
    before: 'today(input.clock) > lastDayOf(of.month)',
    after: 'today(input.clock) >= lastDayOf(of.month)',
  },
  {
    title: 'A proposal includes companies that have closed the month, so that it is refused for all.',
    kind: 'closed month',
    file: 'src/billing/customer-bills/propose.ts',
    before: '  const open = begun.filter(({ isClosed }) => !isClosed)',
    after: '  const open = begun',
  },
  {
    title: 'A bank row of a reopened month is treated as one of a closed month.',
    kind: 'closed month',
    file: 'src/people/books/queries.ts',
    before: "and m.status = 'closed'\n    and m.month_on",
    after: "and m.status <> 'open'\n    and m.month_on",
  },
  {
    title: 'The parts of a reopened month still come from the old snapshot.',
    kind: 'closed month',
    file: 'src/finance/monthly-financials/closingQueries.ts',
    before: `    .where('m.monthOn', '=', firstOf(month))
    .where('m.status', '=', 'closed')
`,
    after: `    .where('m.monthOn', '=', firstOf(month))
`,
  },
  {
    title: 'Manual lines of a closed month can be changed.',
    kind: 'closed month',
    file: 'src/db/migrations/040-months-closed.sql',
    before: `select lock_by_month('monthly_manual_line', 'r.month_on');
`,
    after: '',
  },
  {
    title: 'A bank receipt that is booked in a later month loses the day on which the money came in.',
    kind: 'closed month',
    file: 'src/billing/bank-receipts/rules.ts',
    before: 'return { onDay: chosen, cameOn: day }',
    after: 'return { onDay: chosen }',
  },
  {
    title: 'The transfer of a customer leaves no line in the log of the follow-ups that go with it.',
    kind: 'audit',
    file: 'src/clients/customer-transfers/server.ts',
    before:
      '    for (const line of await reassignOpenFollowUps(db, row, { ownerId, ...stamp })) record(line)',
    after: '    await reassignOpenFollowUps(db, row, { ownerId, ...stamp })',
  },
  {
    title: 'The log of a merged customer does not mention the merge.',
    kind: 'audit',
    file: 'src/workspace/customer-merges/merge.ts',
    before: `  record({ ...lineOf('merged', other, { changes: { mergedIntoId: [null, id] } }), via: 'merge' })
`,
    after: '',
  },
  {
    title: 'Stopping a store is missing from the log of the store.',
    kind: 'audit',
    file: 'src/clients/stores/steps/steps.ts',
    before: `  const { lines, proposals } = await queries.stopStores(db, { storeIds: [store.id] }, stopping)
  lines.forEach(record)
`,
    after: `  const { proposals } = await queries.stopStores(db, { storeIds: [store.id] }, stopping)
`,
  },
  {
    title: 'What an admin does while viewing as somebody else is logged under the name of that person.',
    kind: 'audit',
    file: 'src/platform/audit-logs/queries.ts',
    before: 'const by = from.actor.viewer ?? from.actor',
    after: 'const by = from.actor',
  },
  {
    title: 'The log does not say whether a write came from a bulk edit, an import or an undo.',
    kind: 'audit',
    file: 'src/platform/audit-logs/queries.ts',
    before: 'via: toStoredVia(line.via),',
    after: 'via: null,',
  },
  {
    title: 'Undoing an import does not restore the store figures that it replaced.',
    kind: 'undo',
    file: 'src/operations/imports/settlingQueries.ts',
    before: `  await sql\`insert into store_daily select old.* from import_replaced x
    cross join lateral jsonb_populate_record(null::store_daily, '{"corrected": []}'::jsonb || x.old_row) old
    where x.batch_id = \${batchId} and x.nick is null and x.old_row is not null\`.execute(db)
`,
    after: '',
  },
  {
    title: 'Undoing a whole-store import leaves keyed figures set aside.',
    kind: 'undo',
    file: 'src/operations/imports/settlingQueries.ts',
    before: `  await sql\`update keyed_figure set aside_batch_id = null where aside_batch_id = \${batchId}\`.execute(db)
`,
    after: '',
  },
  {
    title: 'Undoing a record import keeps the records that it added.',
    kind: 'undo',
    file: 'src/platform/record-imports/queries.ts',
    before: `    .select(['row', 'name', 'state', 'recordId', 'before', 'version'])
    .where('recordImportId', '=', id)
    .where('state', 'in', ['created', 'updated'])
    .orderBy('turn', 'desc')`,
    after: `    .select(['row', 'name', 'state', 'recordId', 'before', 'version'])
    .where('recordImportId', '=', id)
    .where('state', '=', 'updated')
    .orderBy('turn', 'desc')`,
  },
  {
    title: 'Undoing a merge restores the name of a customer but not what it is searched by.',
    kind: 'undo',
    file: 'src/workspace/customer-merges/merge.ts',
    before: '{ ...withSearchForms(before), ...stamp }',
    after: '{ ...before, ...stamp }',
  },
  {
    title: 'Undoing a workbook of past figures restores the oldest earlier workbook instead of the newest.',
    kind: 'undo',
    file: 'src/operations/imports/past/queries.ts',
    before: 'order by r.store_id, r.on_day, file.commit_no desc',
    after: 'order by r.store_id, r.on_day, file.commit_no',
  },
  {
    title: 'Undoing a bulk edit does not notice that a record was changed since.',
    kind: 'undo',
    file: 'src/platform/bulk-edits/undo.ts',
    before: 'written.filter(({ recordId, version }) => versions.get(recordId) !== version)',
    after: 'written.filter(({ recordId }) => !versions.has(recordId))',
  },
  {
    title: 'The log stores the previous mobile, WeChat name or card in full.',
    kind: 'mask',
    file: 'src/kit/audit.ts',
    before: '[masked(field, before), masked(field, after)]',
    after: '[before, masked(field, after)]',
  },
  {
    title: 'A masked mobile shows its first seven digits.',
    kind: 'mask',
    file: 'src/kit/fields.ts',
    before: `\${mobile.slice(0, 3)}****`,
    after: `\${mobile.slice(0, 7)}****`,
  },
  {
    title: 'A WeChat name of two characters is shown in full.',
    kind: 'mask',
    file: 'src/kit/fields.ts',
    before: "text.length < 3 ? '****'",
    after: "text.length < 2 ? '****'",
  },
  {
    title: 'A double quote in a name breaks out of an HTML attribute of the statement page.',
    kind: 'escape',
    file: 'src/kit/html.ts',
    before: 'text.replace(/[&<>"\']/g',
    after: "text.replace(/[&<>']/g",
  },
  {
    title: 'An underscore in a search keyword matches any character.',
    kind: 'escape',
    file: 'src/kit/list.ts',
    before: 'text.replace(/[\\\\%_]/g',
    after: 'text.replace(/[\\\\%]/g',
  },
  {
    title: 'A text that begins with @ becomes a formula in an exported sheet.',
    kind: 'escape',
    file: 'src/kit/sheets/writeCells.ts',
    before: "'=+-@\\t\\r\\n",
    after: "'=+-\\t\\r\\n",
  },
  {
    title: 'A double quote in the name of a payee shifts the columns of the bank file.',
    kind: 'escape',
    file: 'src/finance/reimbursement-bills/bankFile.ts',
    before: `\`"\${value.replaceAll('"', '""')}"\``,
    after: `\`"\${value}"\``,
  },
  {
    title: 'A settlement is locked before the older bill that it settles, so that two users can deadlock.',
    kind: 'lock order',
    file: 'src/billing/customer-bills/steps.ts',
    before: `  await queries.lockBills(context.db, context.actor, [input.id])
`,
    after: '',
  },
  {
    title: 'A repeated request fails instead of getting the first answer.',
    kind: 'repeat',
    file: 'src/kit/serve.ts',
    before: `      await lockKey(tx, repeatable)
      await assertNew(tx, repeatable)
`,
    after: `      await lockKey(tx, repeatable)
`,
  },
  {
    title: 'The first answer is not stored, so that a repeated request takes effect twice.',
    kind: 'repeat',
    file: 'src/kit/serve.ts',
    before: `      await saveResponse(tx, repeatable, { status: 200, data: parsedResult.data }, wiring.clock())
`,
    after: '',
  },
  {
    title: 'The answer to a request is forgotten after 24 minutes instead of 24 hours.',
    kind: 'repeat',
    file: 'src/kit/idempotency.ts',
    before: 'const RETENTION_MS = 24 * 3_600_000',
    after: 'const RETENTION_MS = 24 * 60_000',
  },
  {
    title: 'A reminder job sends the same notice on every run.',
    kind: 'repeat',
    file: 'src/platform/notices/queries.ts',
    before: 'dedupe_key: notice.dedupeKey ?? null,',
    after: 'dedupe_key: null,',
  },
  {
    title: 'A form that is sent again after a lost answer gets a new key and acts twice.',
    kind: 'repeat',
    file: 'src/kit/idempotencyKeys.ts',
    before: `          current.pending = null
`,
    after: `          if (last === current) last = null
`,
  },
  {
    title: 'A form that shows an old version overwrites the newer record.',
    kind: 'stale version',
    file: 'src/kit/version.ts',
    before: '=> record.version === version',
    after: '=> record.version >= version',
  },
  {
    title: 'An edit of a customer does not raise its version.',
    kind: 'stale version',
    file: 'src/clients/customers/queries.ts',
    before: `    .set(changes)
    .set(nextVersion)
`,
    after: `    .set(changes)
`,
  },
  {
    title: 'Two admins who set the retention at the same time overwrite each other.',
    kind: 'stale version',
    file: 'src/people/staff/retentionQueries.ts',
    before: `        .doUpdateSet({ ...touched, version: version + 1 })
        .where('staffRetention.version', '=', version),`,
    after: '        .doUpdateSet({ ...touched, version: version + 1 }),',
  },
  {
    title: 'The month step has no style unless a screen with a week step was open before.',
    kind: 'style',
    file: 'src/kit/ui/MonthStep.tsx',
    before: `import './WeekStep.css'
`,
    after: '',
  },
  {
    title: 'The password screen has no style unless the settings were open before.',
    kind: 'style',
    file: 'src/people/sign-in/ChangePasswordScreen.tsx',
    before: `import './SettingsScreen.css'
`,
    after: '',
  },
  {
    title: 'The hints on similar customers have no style unless a merge was open before.',
    kind: 'style',
    file: 'src/clients/customers/ui/SavedSimilarCustomers.tsx',
    before: `import './SimilarCustomers.css'
`,
    after: '',
  },
  {
    title: 'The notice settings have no style unless the list of notices was open before.',
    kind: 'style',
    file: 'src/platform/notices/NoticeSettingsTab.tsx',
    before: `import './NoticesDrawer.css'
`,
    after: '',
  },
  {
    title: 'The form for a substitute has no English title.',
    kind: 'text',
    file: 'src/app/texts/en/clients/stores.ts',
    before: `  '给{name}安排替班': 'Arrange a substitute for {name}',
`,
    after: '',
  },
  {
    title: 'The search button of every list is Chinese in all languages.',
    kind: 'text',
    file: 'src/kit/ui/list/FilterBar.tsx',
    before: `      {t('查询')}
    </Button>`,
    after: `      查询
    </Button>`,
  },
  {
    title: 'The English title of the form for an assignment does not name the store.',
    kind: 'text',
    file: 'src/app/texts/en/clients/stores.ts',
    before: "'Assign an agent to {name}'",
    after: "'Assign an agent'",
  },
  {
    title: 'The menu cannot be opened on a phone.',
    kind: 'phone',
    file: 'src/app/browser/Shell.css',
    before: `  .phone-menu.ant-btn {
    display: inline-flex;
    width: 44px;`,
    after: `  .phone-menu.ant-btn {
    width: 44px;`,
  },
  {
    title: 'An act that does not fit across a narrow phone is in no menu either.',
    kind: 'phone',
    file: 'src/kit/ui/ActionRow.tsx',
    before: 'const more = ordinary.slice(room)',
    after: 'const more = ordinary.slice(maxVisible)',
  },
  {
    title: 'On a phone the bar of acts covers the end of the page.',
    kind: 'phone',
    file: 'src/kit/ui/page.css',
    before: `  padding-bottom: calc(76px + env(safe-area-inset-bottom));
`,
    after: `  padding-bottom: 0;
`,
  },
  {
    title: 'An approved work log can be withdrawn by its author.',
    kind: 'status',
    file: 'src/operations/worklogs/rules.ts',
    before: "withdraw: { from: ['submitted'], to: 'draft' },",
    after: "withdraw: { from: ['submitted', 'approved'], to: 'draft' },",
  },
  {
    title: 'A stopped store can be resumed without its churn record.',
    kind: 'status',
    file: 'src/clients/stores/steps/rules.ts',
    before: "resume: ['paused'],",
    after: "resume: ['paused', 'stopped'],",
  },
  {
    title: 'A stand-in decides on the claim of the person they stand in for.',
    kind: 'own approval',
    file: 'src/finance/reimbursement-bills/rules.ts',
    before:
      '(one) => one.level === level && one.companyCode === claim.companyCode && one.staffId !== claim.staffId,',
    after: '(one) => one.level === level && one.companyCode === claim.companyCode,',
  },
  {
    title: 'One person can approve both levels of a claim.',
    kind: 'own approval',
    file: 'src/finance/reimbursement-bills/rules.ts',
    before: `  if (claim.approverIds.includes(actor.id)) return null
  const mayReview`,
    after: '  const mayReview',
  },
  {
    title: 'A partly paid bill takes receipts up to its whole total again.',
    kind: 'overpayment',
    file: 'src/billing/customer-bills/rules.ts',
    before: 'const owed = Math.abs(bill.totalCents - bill.receivedCents)',
    after: 'const owed = Math.abs(bill.totalCents)',
  },
  {
    title: 'Money that was refunded already can be refunded a second time.',
    kind: 'overpayment',
    file: 'src/billing/customer-bills/refundRules.ts',
    before: 'moneyIn(bill) - bill.refundedCents - refundedBySettlements(related))',
    after: 'moneyIn(bill) - refundedBySettlements(related))',
  },
  {
    title: 'A change of the password leaves the sessions on other devices open.',
    kind: 'session',
    file: 'src/people/sessions/queries.ts',
    before: "query.where('tokenHash', '!=', except)",
    after: "query.where('tokenHash', '=', except)",
  },
  {
    title: 'A session on a shared computer lasts 30 days without a request.',
    kind: 'session',
    file: 'src/people/sessions/rules.ts',
    before: 'seenAt.getTime() + idleLimitMs(autoLogin)',
    after: 'seenAt.getTime() + idleLimitMs(true)',
  },
  {
    title: 'A session that is used every day never ends.',
    kind: 'session',
    file: 'src/people/sessions/rules.ts',
    before: 'createdAt.getTime() + absoluteLimitMs(autoLogin)',
    after: 'seenAt.getTime() + absoluteLimitMs(autoLogin)',
  },
  {
    title: 'The failures of strangers lock a known device.',
    kind: 'session',
    file: 'src/people/sessions/queries.ts',
    before: 'return onDevice || countOfName(db, counted, now)',
    after: 'await onDevice; return countOfName(db, counted, now)',
  },
  {
    title: 'A session is not compared with the addresses that its company allows.',
    kind: 'session',
    file: 'src/people/sessions/queries.ts',
    before: 'if (!isAllowed(row.addresses, ip)) throw',
    after: 'if (!isAllowed(row.addresses, ip) && row.addresses === undefined) throw',
  },
  {
    title: 'Customers are sorted by the code points of their names instead of by pinyin.',
    kind: 'list',
    file: 'src/clients/customers/queries.ts',
    before: `name: 'customer.namePinyin',
    contractEndOn`,
    after: `name: 'customer.name',
    contractEndOn`,
  },
  {
    title: 'The second page of a report begins with the last row of the first.',
    kind: 'list',
    file: 'src/reporting/reports/storeDays.ts',
    before: `offset \${(input.current - 1) * input.pageSize}\``,
    after: `offset \${Math.max(0, (input.current - 1) * input.pageSize - 1)}\``,
  },
  {
    title: 'A claim submitted before 08:00 is filtered under the day before.',
    kind: 'time zone',
    file: 'src/finance/reimbursement-bills/queries.ts',
    before: `sql<Day>\`(reimbursement_bill.submitted_at at time zone 'Asia/Shanghai')::date\``,
    after: `sql<Day>\`(reimbursement_bill.submitted_at at time zone 'UTC')::date\``,
  },
  {
    title: 'A store without dates that was added before 08:00 owes figures from the day before.',
    kind: 'time zone',
    file: 'src/reporting/reports/periodSums.ts',
    before: `(created_at at time zone 'Asia/Shanghai')::date), stopped_on`,
    after: `(created_at at time zone 'UTC')::date), stopped_on`,
  },
]
