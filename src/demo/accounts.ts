import type { DemoAccount } from '#kit/demoAccounts.ts'
import { NEW_COMPANY } from './newCompany.ts'

/** The password of all demo accounts; none requires a change at first sign-in. */
export const DEMO_PASSWORD = 'Demo@2026'

/** The accounts listed at startup and in the console. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { username: 'admin', role: '管理员', company: '001', sees: '全部公司' },
  { username: 'admin2', role: '管理员', company: '002', sees: '本公司' },
  { username: 'head', role: '组长', company: '001', sees: '本组的客服和店铺' },
  { username: 'agent', role: '客服', company: '001', sees: '分配给自己的店铺' },
  { username: 'sales', role: '商务', company: '001', sees: '自己的客户和店铺' },
  { username: 'finance', role: '财务', company: '001', sees: '本公司客户、店铺' },
  { username: 'admin3', role: '管理员', company: NEW_COMPANY.code, sees: '空公司' },
]

/** Token and code of the demo's only bill link for a merchant; also printed at startup. */
export const DEMO_STATEMENT = { token: 'demo-merchant-statement', code: '260801' }
