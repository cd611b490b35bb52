/** What a screen of the table will hold, and what serves until then. */
export interface Plan {
  /** One sentence: what the screen is for. */
  purpose: string
  /** What it will hold, each a few words. */
  holds: readonly string[]
  /** What to use meanwhile: a screen that exists. */
  meanwhile?: {
    text: string
    label: string
    to: string
    needs: 'canReadCustomer' | 'canReadStore' | 'canReportWorklog'
  }
}

const customers = { label: '客户管理', to: '/customer-management', needs: 'canReadCustomer' } as const
const dailyStore = { label: '店铺日咨询量', to: '/daily-store-report', needs: 'canReportWorklog' } as const

export const plans: Record<string, Plan> = {
  '/customer-bill-management': {
    purpose: '每个服务月份的应收和实收，从出账到收齐，都在这里。',
    holds: ['按店铺计费方式提出的账单', '明细、折扣和到期日', '收款登记和逾期提醒'],
    meanwhile: { text: '客户和合同资料仍可查看', ...customers },
  },
  '/reimbursement-bill-management': {
    purpose: '差旅、办公和赔付等费用，在这里填写、审核和打款。',
    holds: ['按归属月份填写的报销单和附件', '审核、退回和打款的经过', '重复发票的提示'],
  },
  '/daily-customer-report': {
    purpose: '把同一客户名下各店的咨询量合在一起看，并注明有几家店已报。',
    holds: ['客户每天的咨询量和变化', '已报店铺数和应报店铺数', '点开后各店的明细'],
    meanwhile: { text: '各店每天的咨询量已可查看，可按客户筛选', ...dailyStore },
  },
  '/daily-worker-report': {
    purpose: '每位客服每天接待了多少买家，来自平台文件，缺时取已通过的日志。',
    holds: ['每人每天的接待人数', '每人在各店的明细', '数据来源的标注'],
    meanwhile: { text: '各店每天的咨询量已可查看', ...dailyStore },
  },
  '/monthly-financial-history': {
    purpose: '每个月的收入、成本和毛利，结账后不再变动，可逐月对比。',
    holds: ['应收与实收并列', '各店成本和毛利', '结账清单、结账和反结账'],
  },
}
