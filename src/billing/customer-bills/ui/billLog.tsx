import { customerBills } from '#billing/customer-bills/contract.ts'
import {
  invoiceTypeNames,
  kindNames,
  methodNames,
  missingReasonNames,
  statusNames,
} from '#billing/customer-bills/rules.ts'
import { t } from '#kit/text.ts'
import type { RecordLogProps } from '#kit/ui/RecordLog.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'

/** Settings for the audit log of a bill. */
export function billLog(id: number): RecordLogProps {
  return {
    endpoint: auditLogs.list,
    entity: 'customer-bill',
    recordId: id,
    editedBy: customerBills.create,
    labels: labels(),
    choices: {
      status: statusNames,
      kind: kindNames,
      method: methodNames,
      invoiceType: invoiceTypeNames,
      missingReason: missingReasonNames,
      origin: { keyed: '手工填写', proposed: '系统提出', changed: '提出后修改', opening: '期初' },
    },
    actions: {
      propose: '提出草稿',
      opening: '登记期初',
      issue: '出账',
      reject: '驳回草稿',
      void: '作废',
      invoice: '登记发票',
      receive: '登记收款',
      reverse: '冲销收款',
      'write-off': '核销',
      refund: '退款',
      unrefund: '退款作废',
      'attach-voucher': '上传凭证',
      'detach-voucher': '删除凭证',
      withdraw: '不再需要，撤回草稿',
      'statement-make': '生成对账链接',
      'statement-revoke': '撤销对账链接',
      'statement-settle': '答复商家异议',
    },
  }
}

/** Labels of fields that are in no form. */
const labels = () => ({
  code: t('账单编号'),
  earlierNo: t('原单号'),
  monthOn: t('服务月份'),
  totalCents: t('合计'),
  receivedCents: t('已收'),
  refundedCents: t('已退'),
  withdrawn: t('撤回'),
  status: t('状态'),
  dueOn: t('到期日'),
  issuedOn: t('出账日期'),
  invoiceNo: t('发票号'),
  invoiceType: t('发票类型'),
  reason: t('原因'),
  missingReason: t('缺数据出账的理由'),
  missingNote: t('说明'),
  missingDays: t('缺数据的日期'),
  onDay: t('日期'),
  cameOn: t('银行日期'),
  beforeIssueReason: t('预收原因'),
  amountCents: t('金额'),
  method: t('收款方式'),
  txnNo: t('流水号'),
  voucherNo: t('凭证号'),
  voucher: t('凭证文件'),
  reversalReason: t('冲销原因'),
  writeOffReason: t('核销理由'),
  writtenOffCents: t('核销'),
  voidedOn: t('作废计入'),
  fromOn: t('开始日期'),
  toOn: t('结束日期'),
  expiresAt: t('有效期至'),
  revokedAt: t('撤销时间'),
  position: t('第几行'),
  reply: t('答复'),
})
