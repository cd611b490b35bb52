import type { BillPage } from '#billing/customer-bills/contract.ts'
import type { Answer, TestApp } from './testApp.ts'
import { createDraft, createIssuedBill } from './testBills.ts'
import { taobaoFile } from './testImports.ts'

/** The days that are tried. The books begin in March, and March is closed; today is 19 May. */
export const TRIED = {
  'long ago': '1999-02-10',
  'before the books': '2026-02-10',
  closed: '2026-03-10',
  open: '2026-05-10',
  next: '2026-06-10',
  'far ahead': '2099-12-10',
} as const

export type When = keyof typeof TRIED

/** A write with a date that assigns it to a month of the books. */
export interface DatedWrite {
  /** Route and field of the contract: `POST /api/customer-bills month`. */
  field: string
  /** The days on which the write is accepted; on all others it is refused. */
  accepted: readonly When[]
  call: (day: string) => Promise<Answer>
}

const line = { label: '大促临时支援', qty: 1, priceCents: 1_000, taxRateBp: 600 }
const month = (day: string) => day.slice(0, 7)

/** Bills, receipts and refunds. */
export function billWrites({ as }: TestApp, customerId: number): DatedWrite[] {
  const finance = as('finance')
  const url = (id: number, step: string) => `/api/customer-bills/${id}${step}`
  const bill = () => createIssuedBill(finance, customerId, 10_000)
  const receipt = { amountCents: 10_000, method: 'bank', beforeIssue: true, beforeIssueReason: '预付' }
  const paid = async (): Promise<BillPage> =>
    (await finance.post(url((await bill()).id, '/receipts'), { ...receipt, onDay: '2026-04-02' })).data
  const due = ['open', 'next'] as const
  return [
    {
      field: 'POST /api/customer-bills month',
      accepted: ['open', 'next'],
      call: (day) =>
        finance.post('/api/customer-bills', {
          customerId,
          kind: 'adjustment',
          month: month(day),
          lines: [line],
        }),
    },
    {
      field: 'POST /api/customer-bills/propose month',
      // Accepted for past open months only: April, which has its own test.
      accepted: [],
      call: (day) => finance.post('/api/customer-bills/propose', { month: month(day) }),
    },
    {
      field: 'POST /api/customer-bills/:id/issue dueOn',
      accepted: due.slice(1),
      call: async (day) => {
        const { id, version } = await createDraft(finance, customerId, 10_000)
        return finance.post(url(id, '/issue'), { version, dueOn: day })
      },
    },
    {
      field: 'POST /api/customer-bills/issue dueOn',
      accepted: due.slice(1),
      call: async (day) => {
        const { id } = await createDraft(finance, customerId, 10_000)
        return ofOne(await finance.post('/api/customer-bills/issue', { ids: [id], dueOn: day }))
      },
    },
    {
      field: 'POST /api/customer-bills/:id/refund dueOn',
      accepted: due.slice(1),
      call: async (day) => {
        const { id, version } = await paid()
        const back = { version, amountCents: 1_000, reason: '多收', dueOn: day }
        return finance.post(url(id, '/refund'), back)
      },
    },
    {
      field: 'POST /api/customer-bills/:id/receipts onDay',
      accepted: ['open'],
      call: async (day) => finance.post(url((await bill()).id, '/receipts'), { ...receipt, onDay: day }),
    },
    {
      field: 'POST /api/customer-bills/:id/writeoff onDay',
      // Not before the bill was issued, which is today.
      accepted: [],
      call: async (day) => {
        const { id, version } = await bill()
        return as('admin').post(url(id, '/writeoff'), {
          version,
          onDay: day,
          amountCents: 1_000,
          reason: '无法收回',
        })
      },
    },
    {
      field: 'POST /api/customer-bills/:id/receipts/:receiptId/redate day',
      accepted: ['open'],
      call: async (day) => {
        const { id, version, receipts } = await paid()
        const sent = { version, day, reason: '录错' }
        return finance.post(url(id, `/receipts/${receipts[0]?.id}/redate`), sent)
      },
    },
    {
      field: 'POST /api/customer-bills/:id/receipts/:receiptId/reverse onDay',
      accepted: ['open'],
      call: async (day) => {
        const { id, receipts } = await paid()
        return finance.post(url(id, `/receipts/${receipts[0]?.id}/reverse`), { onDay: day, reason: '录错' })
      },
    },
  ]
}

/** Opening balances of a company that has closed no month yet: after that they cannot be changed. */
export function openingWrites({ as }: TestApp, customerId: number): DatedWrite[] {
  const opening = { customerId, kind: 'opening', amountCents: 1_000 }
  let count = 0
  const post = (more: object) => {
    count += 1
    return as('admin2').post('/api/customer-bills/openings', { ...opening, earlierNo: `Q-${count}`, ...more })
  }
  return [
    {
      field: 'POST /api/customer-bills/openings onDay',
      accepted: ['before the books'],
      call: (day) => post({ onDay: day }),
    },
    {
      field: 'POST /api/customer-bills/openings dueOn',
      accepted: ['before the books', 'closed', 'open', 'next'],
      call: (day) => post({ onDay: '2026-02-01', dueOn: day }),
    },
  ]
}

/** Converts the response of a batch of one to that of a single write. */
function ofOne(answer: Answer): Answer {
  const problem: unknown = answer.data?.results?.[0]?.problem
  return problem
    ? { ...answer, status: 409, body: { ...answer.body, errorMessage: String(problem) } }
    : answer
}

/** Claims, manual costs and pay corrections. */
export function costWrites({ as }: TestApp, agentId: number): DatedWrite[] {
  const path = '/api/reimbursement-bills'
  const agent = as('agent')
  const item = (onDay: string) => ({ category: 'transport', onDay, amountCents: 1_000, target: 'common' })
  const made = async () =>
    (await agent.post(path, { month: '2026-05', title: '打车', items: [item('2026-05-02')] })).data
  const approved = async () => {
    const { id, version } = await made()
    const handed = (await agent.post(`${path}/${id}/submit`, { version })).data
    return (await as('finance').post(`${path}/${id}/approve`, { version: handed.version })).data
  }
  const paying = { voucherNo: 'P-1' }
  return [
    {
      field: `POST ${path} month`,
      accepted: ['open'],
      call: (day) => agent.post(path, { month: month(day), title: '打车' }),
    },
    {
      field: `POST ${path} items.onDay`,
      accepted: ['before the books', 'closed', 'open'],
      call: (day) => agent.post(path, { month: '2026-05', title: '打车', items: [item(day)] }),
    },
    {
      field: `PATCH ${path}/:id month`,
      accepted: ['open'],
      call: async (day) => {
        const { id, version } = await made()
        return agent.patch(`${path}/${id}`, { version, month: month(day) })
      },
    },
    {
      field: `PATCH ${path}/:id items.onDay`,
      accepted: ['before the books', 'closed', 'open'],
      call: async (day) => {
        const { id, version } = await made()
        return agent.patch(`${path}/${id}`, { version, items: [item(day)] })
      },
    },
    {
      field: `POST ${path}/:id/pay paidOn`,
      // Not before the claim was submitted, which is today.
      accepted: [],
      call: async (day) => {
        const { id, version } = await approved()
        return as('admin').post(`${path}/${id}/pay`, { version, paidOn: day, ...paying })
      },
    },
    {
      field: `POST ${path}/pay paidOn`,
      accepted: [],
      call: async (day) => {
        const { id, version } = await approved()
        return ofOne(
          await as('admin').post(`${path}/pay`, { claims: [{ id, version }], paidOn: day, ...paying }),
        )
      },
    },
    {
      field: 'POST /api/monthly-financials/:month/lines month',
      accepted: ['open'],
      call: (day) =>
        as('admin').post(`/api/monthly-financials/${month(day)}/lines`, {
          label: '房租',
          amountCents: 1_000,
        }),
    },
    {
      field: 'POST /api/monthly-financials/:month/lines to',
      // The last month of a cost that begins in May.
      accepted: ['open', 'next'],
      call: (day) =>
        as('admin').post('/api/monthly-financials/2026-05/lines', {
          label: '房租',
          amountCents: 1_000,
          monthly: true,
          to: month(day),
        }),
    },
    {
      field: 'POST /api/reports/payroll/corrections month',
      accepted: ['open'],
      call: (day) =>
        as('admin').post('/api/reports/payroll/corrections', {
          staffId: agentId,
          month: month(day),
          amountCents: 1_000,
          reason: '补发',
        }),
    },
  ]
}

/** Pay from a given day on, for each form that sets it. */
export function payWrites({ as, db }: TestApp, of: { staffId: number; otherId: number }): DatedWrite[] {
  const admin = as('admin')
  const pay = { baseSalaryCents: 500_000, reason: '调薪' }
  let count = 0
  return [
    {
      field: 'POST /api/staff payFromOn',
      accepted: ['open', 'next'],
      call: (day) => {
        count += 1
        const person = { username: `dated${count}`, name: '新人', role: 3, baseSalaryCents: 500_000 }
        return admin.post('/api/staff', { ...person, payFromOn: day })
      },
    },
    {
      field: 'PATCH /api/staff/:id payFromOn',
      accepted: ['open', 'next'],
      call: async (day) => {
        count += 1
        const { version } = await db
          .selectFrom('staff')
          .select('version')
          .where('id', '=', of.staffId)
          .executeTakeFirstOrThrow()
        const changes = { version, baseSalaryCents: 500_000 + count, payFromOn: day }
        return admin.patch(`/api/staff/${of.staffId}`, changes)
      },
    },
    {
      field: 'POST /api/staff/:id/pay fromOn',
      accepted: ['open', 'next'],
      call: (day) => admin.post(`/api/staff/${of.otherId}/pay`, { ...pay, fromOn: day }),
    },
  ]
}

/** Terms, assignments and nicks of a store that has some of each already, and its figures. */
export function storeWrites(
  { as, db }: TestApp,
  { storeId, agentId, otherAgentId }: { storeId: number; agentId: number; otherAgentId: number },
): DatedWrite[] {
  const pricing = { model: 'fixed', monthlyCents: 310_000 }
  let nicks = 0
  const bound = async () => {
    nicks += 1
    const nick = `店铺:客服${nicks}`
    const first = { storeId, nick, staffId: agentId, fromOn: '2026-01-01' }
    const { id, version } = (await as('admin').post('/api/agent-accounts', first)).data
    await as('admin').post(`/api/agent-accounts/${id}/unbind`, { version, toOn: '2026-04-30' })
    return nick
  }
  const assignment = async () => {
    const row = {
      storeId,
      staffId: agentId,
      duty: 'second',
      shift: 'night',
      sharePercent: 0,
      fromOn: '2026-04-01',
    }
    await db
      .deleteFrom('storeAssignment')
      .where('staffId', '=', agentId)
      .where('shift', '=', 'night')
      .execute()
    return (await as('admin').post('/api/store-assignments', row)).data
  }
  const preview = (day: string) => {
    nicks += 1
    return as('admin').upload('/api/imports', taobaoFile({ [`店铺:客服${nicks}`]: [9, 9, 0] }, '数据.csv'), {
      storeId: String(storeId),
      on: day,
    })
  }
  return [
    {
      field: 'POST /api/stores/:id/terms fromOn',
      accepted: ['open', 'next'],
      call: (day) =>
        as('finance').post(`/api/stores/${storeId}/terms`, { fromOn: day, pricing, reason: '补录' }),
    },
    {
      field: 'POST /api/store-assignments fromOn',
      accepted: ['open', 'next'],
      call: (day) =>
        as('admin').post('/api/store-assignments', {
          storeId,
          staffId: agentId,
          duty: 'second',
          shift: 'evening',
          sharePercent: 0,
          fromOn: day,
          toOn: day,
        }),
    },
    {
      field: 'POST /api/store-assignments/:id/change fromOn',
      accepted: ['open', 'next'],
      call: async (day) => {
        const { id, version } = await assignment()
        return as('admin').post(`/api/store-assignments/${id}/change`, { version, fromOn: day, duty: 'main' })
      },
    },
    {
      field: 'POST /api/agent-accounts fromOn',
      accepted: ['open', 'next'],
      call: async (day) => {
        const nick = await bound()
        const to = { storeId, nick, staffId: otherAgentId, fromOn: day }
        return as('admin').post('/api/agent-accounts', to)
      },
    },
    {
      field: 'POST /api/figure-corrections on',
      // Figures from before the books may be entered for comparison.
      accepted: ['before the books', 'open'],
      call: (day) => {
        const changes = { consultUsers: { from: null, to: 5 } }
        return as('admin').post('/api/figure-corrections', { storeId, on: day, changes, reason: '漏记' })
      },
    },
    {
      field: 'POST /api/imports on',
      // A preview writes nothing: a closed month refuses only the commit.
      accepted: ['before the books', 'closed', 'open'],
      call: preview,
    },
    {
      field: 'POST /api/imports/:id/commit groups.on',
      accepted: ['before the books', 'open'],
      call: async (day) => {
        const made = await preview(day)
        if (made.status !== 200) return made
        const { id, version } = made.data
        return as('admin').post(`/api/imports/${id}/commit`, { version, groups: [{ storeId, on: day }] })
      },
    },
  ]
}
