/** What a screen of the table will hold. */
export interface Plan {
  /** One sentence: what the screen is for. */
  purpose: string
  /** What it will hold, each a few words. */
  holds: readonly string[]
}

export const plans: Record<string, Plan> = {
  '/monthly-financial-history': {
    purpose: '每个月的收入、成本和毛利，结账后不再变动，可逐月对比。',
    holds: ['应收与实收并列', '各店成本和毛利', '结账清单、结账和反结账'],
  },
}
