/**
 * The tables whose rows use a store or a customer: with such a row it is not deleted. The names are those that the
 * refusal shows; the first one found counts. A test compares the lists with the foreign keys of the database.
 */
export const STORE_USES = {
  customer_bill: '客户账单',
  store_terms: '计费方式',
  store_assignment: '客服分配',
  worklog_line: '工作日志',
  churn_record: '流失记录',
  billing_proposal: '费用建议',
  reimbursement_item: '报销明细',
  keyed_figure: '填报的数据',
  figure_file_row: '历史日数据文件',
  figure_correction: '数据更正',
  figure_question: '数据疑问',
  figure_check: '数据核对记录',
  rerate: '账单差额',
  late_figure: '结账后的数据',
  store_need: '每班人数',
} as const satisfies Record<string, string>

export const CUSTOMER_USES = {
  store: '别的店铺',
  customer_bill: '客户账单',
  customer_note: '客户备注',
  follow_up: '跟进待办',
  churn_record: '流失记录',
  warning: '周咨询量预警',
  warning_threshold: '预警阈值',
  figure_question: '数据疑问',
  reimbursement_item: '报销明细',
} as const satisfies Record<string, string>

/** A use of a record that a run created. */
export type Use =
  | { kind: 'store'; usedIn: keyof typeof STORE_USES; name: string }
  | { kind: 'customer'; usedIn: keyof typeof CUSTOMER_USES; name: string }
