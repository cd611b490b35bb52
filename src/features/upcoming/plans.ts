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

export const plans: Record<string, Plan> = {
  '/customer-bill-management': {
    purpose: '每个服务月份的应收和实收，从出账到收齐，都在这里。',
    holds: ['按店铺计费方式提出的账单', '明细、折扣和到期日', '收款登记和逾期提醒'],
    meanwhile: { text: '客户和合同资料仍可查看', ...customers },
  },
  '/monthly-financial-history': {
    purpose: '每个月的收入、成本和毛利，结账后不再变动，可逐月对比。',
    holds: ['应收与实收并列', '各店成本和毛利', '结账清单、结账和反结账'],
  },
}
