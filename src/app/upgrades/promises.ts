type Row = Record<string, unknown>

/** How an upgrade changes the rows of a database. */
export interface Promised {
  /** The new tables with their number of rows after the upgrade; null if that depends on the day of the upgrade. */
  added: Record<string, number | null>
  /**
   * The tables whose rows change: maps a row of the older version to the new one, in the older version's columns. The
   * rows of all other tables stay.
   */
  changed: Record<string, (row: Row) => Row>
}

/** What the migrations since a version promise, by that version. */
export const promises: Record<string, Promised> = {
  '0.1.0': {
    added: {
      audit_check: 0,
      audit_seal: 0,
      audit_unsealed: 0,
      backup_run: 0,
      budget_use: 0,
      import_setup: 0,
      import_setup_record: 0,
      clock_file: 0,
      clock_row: 0,
      clock_day: 0,
      clock_person: 0,
      clock_decision: 0,
      clock_rule: 0,
      company_logo: 0,
      company_setup: 3,
      monthly_recurring_line: 0,
      nick_claim: 0,
      program_version: 1,
      staff_pay: 43,
      shift_def: 12,
      staff_leave: 0,
      leave_attachment: 0,
      leave_rule: 0,
      store_day: null,
      store_days_begun: 1,
      store_need: 0,
      customer_bill_price: 0,
      late_figure: 0,
      system_node: 0,
      system_problem: 0,
      system_sample: 0,
      known_device: 0,
      known_device_failure: 0,
      sign_in_attempt: 0,
      sign_in_address_rule: 0,
      rerate: 0,
      rerate_mark: 0,
      rerate_rule: 0,
    },
    changed: { notice: renamed, saved_view: ofAllStates },
  },
}

/** Migration 063 renames 含量 to 包量. */
function renamed(row: Row): Row {
  const title = row.title as { sentence: string }
  return { ...row, title: { ...title, sentence: title.sentence.replace('达到含量的', '达到包量的') } }
}

/** Migration 063: a view of warnings without a state still shows all states. */
function ofAllStates(row: Row): Row {
  const query = String(row.query)
  if (row.list !== 'list.warnings' || /(^|&)status=/.test(query)) return row
  const parts = [...query.split('&').filter(Boolean), 'status=']
  return {
    ...row,
    query: parts.sort((a, b) => ((a.split('=')[0] ?? '') < (b.split('=')[0] ?? '') ? -1 : 1)).join('&'),
  }
}
