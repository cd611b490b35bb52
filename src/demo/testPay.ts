import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES } from '#access/permissions.ts'
import type { MonthResult } from '#finance/monthly-financials/contract.ts'
import type { PayRow } from '#finance/payroll/contract.ts'
import type { Staff } from '#people/staff/contract.ts'
import type { TestApp } from '#testing/testApp.ts'
import { COMPANIES } from './people.ts'

/** Tests that pay and margins of the demo are plausible. */
export function testPay({ as }: Pick<TestApp, 'as'>): void {
  const admin = as('admin')

  test('an agent earns ¥4,000 to ¥8,000 a month, and a head of the same company about as much as its mean or more', async () => {
    for (const { code } of COMPANIES) {
      const people: Staff[] = (
        await admin.get(`/api/staff?role=2&status=active&companyCode=${code}&pageSize=100`)
      ).data.items
      const sheets: PayRow[] = (
        await admin.get(`/api/reports/payroll?month=2026-02&companyCode=${code}&pageSize=100`)
      ).data.items
      const totalsOf = (isHead: boolean) => {
        const ids = people.filter(({ parentId }) => (parentId === null) === isHead).map(({ id }) => id)
        return sheets.filter(({ staffId }) => ids.includes(staffId)).map(({ totalCents }) => totalCents)
      }
      const [agents, heads] = [totalsOf(false), totalsOf(true)]
      assert.ok(agents.length >= 3 && heads.length >= 1, code)
      // Absence or many stores can put an agent slightly outside the range.
      for (const cents of agents) assert.ok(cents >= 350_000 && cents <= 830_000, `${code}: ${cents}`)
      const mean = agents.reduce((sum, cents) => sum + cents, 0) / agents.length
      assert.ok(mean >= 450_000 && mean <= 700_000, `${code}: ${mean}`)
      for (const cents of heads) assert.ok(cents > 0.9 * mean, `${code}: ${cents} of a head`)
    }
  })

  test('pay has a history: a probation, a raise for most, one raise last month', async () => {
    const { items } = (await admin.get(`/api/staff?role=${ROLES.agent}&companyCode=001&pageSize=100`)).data
    const rows = await Promise.all(
      items.map(async ({ id }: Staff) => (await admin.get(`/api/staff/${id}/pay`)).data.items),
    )
    assert.ok(rows.every((pay) => pay.length >= 2))
    const reasons = rows.flat().map(({ reason }) => reason)
    assert.ok(reasons.filter((reason) => reason === '年度调薪').length >= 5)
    const raised = rows.flat().filter(({ fromOn }) => fromOn === '2026-04-15')
    assert.equal(raised.length, 1)
  })

  test('every closed month of every company has a positive margin of a few per cent', async () => {
    for (const { code } of COMPANIES) {
      const { items } = (
        await admin.get(`/api/monthly-financials?from=2025-12&to=2026-02&companyCode=${code}`)
      ).data
      for (const { month, sums } of items as MonthResult[]) {
        const margin = sums.netCents / sums.revenueCents
        assert.ok(margin > 0.02 && margin < 0.25, `${code} ${month}: ${margin}`)
      }
    }
  })
}
