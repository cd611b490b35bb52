import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '#access/can.ts'
import { assertCompanyFilter, companyForNew } from './rules.ts'

const admin = (companyCode: string): Actor => ({ id: 1, role: 1, parentId: null, companyCode })
const sales: Actor = { id: 2, role: 3, parentId: null, companyCode: '001' }

test('assertCompanyFilter: allows the filter only for an admin of the headquarters', () => {
  assert.doesNotThrow(() => assertCompanyFilter(admin('001'), ['002']))
  assert.doesNotThrow(() => assertCompanyFilter(sales, undefined))
  assert.throws(() => assertCompanyFilter(admin('002'), ['002']), { code: 'FORBIDDEN' })
  assert.throws(() => assertCompanyFilter(sales, ['001']), { code: 'FORBIDDEN' })
})

test('companyOfNew: the actor’s own company, unless an admin of the headquarters names another', () => {
  assert.equal(companyForNew(sales, undefined), '001')
  assert.equal(companyForNew(sales, '001'), '001')
  assert.equal(companyForNew(admin('001'), '002'), '002')
  assert.throws(() => companyForNew(admin('002'), '001'), { code: 'INVALID' })
})
