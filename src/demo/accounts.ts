/** The password of all demo accounts; none requires a change at first sign-in. */
export const DEMO_PASSWORD = 'Demo@2026'

/** The accounts listed at startup, with what each can see. */
export const demoAccounts: string[][] = [
  ['账号', '密码', '角色', '公司', '能看到'],
  ['admin', DEMO_PASSWORD, '管理员', '001', '全部公司'],
  ['admin2', DEMO_PASSWORD, '管理员', '002', '本公司'],
  ['head', DEMO_PASSWORD, '组长', '001', '本组的客服和店铺'],
  ['agent', DEMO_PASSWORD, '客服', '001', '分配给自己的店铺'],
  ['sales', DEMO_PASSWORD, '商务', '001', '自己的客户和店铺'],
  ['finance', DEMO_PASSWORD, '财务', '001', '本公司客户、店铺'],
]

/** Token and code of the demo's only bill link for a merchant; also printed at startup. */
export const DEMO_STATEMENT = { token: 'demo-merchant-statement', code: '260801' }
