type Row = Record<string, unknown>

/** What the upgrade of a database does to its rows. */
export interface Promised {
  /** Tables that are new, each with its number of rows after the upgrade; null where the day of the upgrade decides it. */
  added: Record<string, number | null>
  /** Tables whose rows change: what a row of the older version becomes, in the columns that it had. Rows of all others stay. */
  changed: Record<string, (row: Row) => Row>
}

/** By the version that the database is of: what the migrations since then promise. */
export const promises: Record<string, Promised> = {
  '0.1.0': {
    added: {
      ...{
        audit_seal: 0,
        audit_unsealed: 0,
        monthly_recurring_line: 0,
        nick_claim: 0,
        program_version: 1,
        staff_pay: 43,
        store_day: null,
        store_days_begun: 1,
      },
      ...{ customer_bill_price: 0, late_figure: 0, rerate: 0, rerate_mark: 0, rerate_rule: 0 },
    },
    changed: { notice: renamed, saved_view: ofAllStates },
  },
}

/** Migration 063: 含量 is called 包量. */
function renamed(row: Row): Row {
  const title = row.title as { sentence: string }
  return { ...row, title: { ...title, sentence: title.sentence.replace('达到含量的', '达到包量的') } }
}

/** Migration 063: a view of warnings without a state stays one of all states. */
function ofAllStates(row: Row): Row {
  const query = String(row.query)
  if (row.list !== 'list.warnings' || /(^|&)status=/.test(query)) return row
  const parts = [...query.split('&').filter(Boolean), 'status=']
  return {
    ...row,
    query: parts.sort((a, b) => ((a.split('=')[0] ?? '') < (b.split('=')[0] ?? '') ? -1 : 1)).join('&'),
  }
}
