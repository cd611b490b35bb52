export const billPage: Record<string, string> = {
  发票: 'Invoice',
  登记付款: 'Enter payment',
  '其中已退 {money}': '{money} given back',
  退款和结算: 'Refunds and settlement',
}
