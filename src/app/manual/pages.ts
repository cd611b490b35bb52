import type { ManualKey } from './keys.ts'
import type { ManualPage } from './page.ts'
import { agedBills } from './pages/aged-bills.ts'
import { ageing } from './pages/ageing.ts'
import { bank } from './pages/bank.ts'
import { bill } from './pages/bill.ts'
import { bills } from './pages/bills.ts'
import { churnRecord } from './pages/churn-record.ts'
import { claim } from './pages/claim.ts'
import { claimEdit } from './pages/claim-edit.ts'
import { claims } from './pages/claims.ts'
import { clock } from './pages/clock.ts'
import { customer } from './pages/customer.ts'
import { customerChurn } from './pages/customer-churn.ts'
import { customerWeeks } from './pages/customer-weeks.ts'
import { customers } from './pages/customers.ts'
import { dailyCustomer } from './pages/daily-customer.ts'
import { dailyStore } from './pages/daily-store.ts'
import { dailyStoreReply } from './pages/daily-store-reply.ts'
import { dailyWorker } from './pages/daily-worker.ts'
import { figures } from './pages/figures.ts'
import { followUps } from './pages/follow-ups.ts'
import { home } from './pages/home.ts'
import { imports } from './pages/imports.ts'
import { leaves } from './pages/leaves.ts'
import { leaving } from './pages/leaving.ts'
import { lists } from './pages/lists.ts'
import { merchant } from './pages/merchant.ts'
import { months } from './pages/months.ts'
import { openings } from './pages/openings.ts'
import { payroll } from './pages/payroll.ts'
import { person } from './pages/person.ts'
import { rerates } from './pages/rerates.ts'
import { roles } from './pages/roles.ts'
import { roster } from './pages/roster.ts'
import { settingsAccount } from './pages/settings-account.ts'
import { settingsCompany } from './pages/settings-company.ts'
import { settingsData } from './pages/settings-data.ts'
import { settingsFigures } from './pages/settings-figures.ts'
import { settingsMoney } from './pages/settings-money.ts'
import { settingsNotices } from './pages/settings-notices.ts'
import { settingsRules } from './pages/settings-rules.ts'
import { settingsSecurity } from './pages/settings-security.ts'
import { settingsSystem } from './pages/settings-system.ts'
import { staff } from './pages/staff.ts'
import { start } from './pages/start.ts'
import { store } from './pages/store.ts'
import { storeChurn } from './pages/store-churn.ts'
import { stores } from './pages/stores.ts'
import { ties } from './pages/ties.ts'
import { warnings } from './pages/warnings.ts'
import { worklogCalendar } from './pages/worklog-calendar.ts'
import { worklogEntry } from './pages/worklog-entry.ts'
import { worklogs } from './pages/worklogs.ts'

/** All pages of the manual; a page that is missing does not compile. */
export const manualPages: Readonly<Record<ManualKey, ManualPage>> = {
  'aged-bills': agedBills,
  ageing,
  bank,
  bill,
  bills,
  'churn-record': churnRecord,
  'claim-edit': claimEdit,
  claim,
  claims,
  'customer-churn': customerChurn,
  'customer-weeks': customerWeeks,
  customer,
  customers,
  'daily-customer': dailyCustomer,
  'daily-store-reply': dailyStoreReply,
  'daily-store': dailyStore,
  'daily-worker': dailyWorker,
  figures,
  'follow-ups': followUps,
  home,
  imports,
  leaving,
  lists,
  merchant,
  months,
  openings,
  payroll,
  person,
  rerates,
  roles,
  clock,
  roster,
  leaves,
  'settings-account': settingsAccount,
  'settings-company': settingsCompany,
  'settings-data': settingsData,
  'settings-figures': settingsFigures,
  'settings-money': settingsMoney,
  'settings-notices': settingsNotices,
  'settings-rules': settingsRules,
  'settings-security': settingsSecurity,
  'settings-system': settingsSystem,
  staff,
  start,
  'store-churn': storeChurn,
  store,
  stores,
  ties,
  warnings,
  'worklog-calendar': worklogCalendar,
  'worklog-entry': worklogEntry,
  worklogs,
}
