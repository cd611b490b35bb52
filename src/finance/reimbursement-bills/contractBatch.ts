import * as z from 'zod'
import { Consequences } from '#kit/consequences.ts'
import { Day, endpoint, Id, someIds } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'
import { SentenceText } from '#kit/sentenceText.ts'
import { payment, Step } from './contract.ts'

/** Maximum number of claims per request. */
export const MAX_BATCH_SIZE = 100

const Claims = z.array(Step).min(1).max(MAX_BATCH_SIZE)

/** Result per claim: code, and error or null. */
const Results = z.object({
  results: z.array(z.object({ id: z.int(), code: z.string().nullable(), problem: SentenceText.nullable() })),
})

const review = 'canReviewReimbursementBill'
const path = '/api/reimbursement-bills'

export const claimBatches = {
  approveMany: endpoint(`POST ${path}/approve`, {
    needs: review,
    summary: '通过若干张，逐张说明结果',
    // Each approved claim adds its own audit line; without any, nothing has changed.
    audited: false,
    input: z.strictObject({ claims: Claims }),
    output: Results,
  }),
  approveConsequences: endpoint(`GET ${path}/approve/consequences`, {
    needs: review,
    budget: 'preview',
    summary: '批量通过之前看后果：张数、金额、还要下一级审核的、不能通过的',
    input: z.strictObject({ ids: someIds(MAX_BATCH_SIZE) }),
    output: Consequences,
  }),
  payConsequences: endpoint(`GET ${path}/pay/consequences`, {
    needs: review,
    budget: 'preview',
    summary: '登记打款之前看后果：张数、收款人、合计、不能打款的',
    input: z.strictObject({ ids: someIds(MAX_BATCH_SIZE), paidOn: Day }),
    output: Consequences,
  }),
  dropConsequences: endpoint('GET /api/reimbursement-payouts/:id/drop/consequences', {
    needs: review,
    budget: 'preview',
    summary: '作废付款文件之前看后果：又可以导出的报销单',
    input: z.strictObject({ id: Id }),
    output: Consequences,
  }),
  payMany: endpoint(`POST ${path}/pay`, {
    needs: review,
    summary: '按一个凭证号登记若干张的打款，逐张说明结果',
    // Each paid claim adds its own audit line; without any, nothing has changed.
    audited: false,
    input: z.strictObject({ claims: Claims, ...payment }),
    output: Results,
  }),
  bankFile: endpoint(`POST ${path}/bank-file`, {
    needs: review,
    budget: 'export',
    summary:
      '已通过、可由本人打款、不在别的付款文件里的报销单的银行付款文件（csv）；含完整卡号，记入操作日志',
    answerKept: false,
    input: z.strictObject({ ids: z.array(Id).min(1).max(MAX_BATCH_SIZE) }),
    output: z.object({
      /** Code of the saved payment file. */
      code: z.string(),
      name: z.string(),
      content: z.string(),
      count: z.int(),
      cents: z.int(),
      /** Claims that the file omits, with reasons. */
      left: z.array(z.object({ code: z.string(), problem: SentenceText })),
    }),
  }),
  dropFile: endpoint('POST /api/reimbursement-payouts/:id/drop', {
    needs: review,
    summary: '作废一份没有交给银行的付款文件；其中未打款的报销单可以再次导出',
    input: z.strictObject({ id: Id, reason: line('原因', 200).min(2) }),
    output: z.object({ code: z.string(), freed: z.int() }),
  }),
}
