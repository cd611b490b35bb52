/** The password of every demo account; none has to be changed. */
export const DEMO_PASSWORD = 'Demo@2026'

/** The accounts that the start prints: a row each, and what to look for with it. */
export const demoAccounts: string[][] = [
  ['账号', '密码', '角色', '公司', '能看到'],
  ['admin', DEMO_PASSWORD, '管理员', '001', '全部公司'],
  ['admin2', DEMO_PASSWORD, '管理员', '002', '本公司'],
  ['head', DEMO_PASSWORD, '组长', '001', '本组的客服和店铺'],
  ['agent', DEMO_PASSWORD, '客服', '001', '分配给自己的店铺'],
  ['sales', DEMO_PASSWORD, '商务', '001', '自己的客户和店铺'],
  ['finance', DEMO_PASSWORD, '财务', '001', '本公司客户、店铺'],
]

/** The address and the code of the one bill that a merchant of the demo has been sent; the start prints them too. */
export const DEMO_STATEMENT = { token: 'demo-merchant-statement', code: '260801' }
