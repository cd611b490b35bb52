import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanName, fileTypeOf } from '#kit/files/prepareFile.ts'
import { bankFile } from './bankFile.ts'
import type { Level } from './contract.ts'
import { approvedAmounts, assertStandIn, decisionCapacity, levelsFor, reroute } from './rules.ts'

const rule = { adminFromCents: 500_000 }
const pools = (finance: number, admin: number, headquarters = 1) => ({ finance, admin, headquarters })

test('approval levels depend on the amount and on the available reviewers', () => {
  assert.deepEqual(levelsFor(499_999, rule, pools(1, 1)), ['finance'])
  assert.deepEqual(levelsFor(500_000, rule, pools(1, 1)), ['finance', 'admin'])
  assert.deepEqual(levelsFor(100, rule, pools(0, 1)), ['admin'])
  assert.deepEqual(levelsFor(500_000, rule, pools(0, 1)), ['admin'])
  assert.deepEqual(levelsFor(500_000, rule, pools(2, 0)), ['finance'])
  assert.deepEqual(levelsFor(100, rule, pools(0, 0)), ['admin'], 'of the headquarters')
  assert.throws(() => levelsFor(100, rule, pools(0, 0, 0)), { code: 'WRONG_STATE' })
})

test('an approval may be lower than requested, but neither higher nor zero in total', () => {
  const items = [
    { id: 1, amountCents: 1_000, approvedCents: null },
    { id: 2, amountCents: 2_000, approvedCents: 1_500 },
  ]
  assert.deepEqual(approvedAmounts(items, [{ id: 1, approvedCents: 0 }]), [
    { id: 1, approvedCents: 0 },
    { id: 2, approvedCents: 1_500 },
  ])
  assert.throws(() => approvedAmounts(items, [{ id: 2, approvedCents: 1_501 }]), { code: 'INVALID' })
  assert.throws(() => approvedAmounts(items, [{ id: 3, approvedCents: 1 }]), { code: 'INVALID' })
  const none = items.map(({ id }) => ({ id, approvedCents: 0 }))
  assert.throws(() => approvedAmounts(items, none), { code: 'INVALID' })
})

test("a stand-in decides for an absent reviewer, but not on that reviewer's own claim", () => {
  const actor = { id: 1, role: 1, parentId: null, companyCode: '001', name: '林知远' }
  const standsInFor = [{ staffId: 5, companyCode: '001', level: 'finance' as const }]
  const claimOf = (staffId: number) => ({
    status: 'submitted' as const,
    companyCode: '001',
    staffId,
    approverIds: [],
    levels: ['finance' as const],
  })
  assert.deepEqual(decisionCapacity({ actor, standsInFor }, claimOf(7)), { level: 'finance', forId: 5 })
  assert.equal(decisionCapacity({ actor, standsInFor }, claimOf(5)), null)
})

test('a stand-in lasts at most 60 days and must not be over', () => {
  const today = '2026-05-19'
  assert.doesNotThrow(() => assertStandIn({ fromOn: '2026-05-01', toOn: '2026-05-19' }, today))
  for (const days of [
    { fromOn: '2026-05-20', toOn: '2026-05-19' },
    { fromOn: '2026-05-01', toOn: '2026-05-18' },
    { fromOn: '2026-05-19', toOn: '2026-07-18' },
  ])
    assert.throws(() => assertStandIn(days, today), { code: 'INVALID' })
})

test('the payment file is CSV with a BOM, plain amounts and no texts that act as formulas', () => {
  const payment = {
    code: 'BX1',
    payeeBank: '招商银行, "总行"',
    card: '6222020200112233445',
    cents: 1_234_567_05,
  }
  const names = ['=1+1', '+1', '-1', '@a', '\tx', '＝1', '王 明']
  const text = bankFile(names.map((payeeName) => ({ ...payment, payeeName })))
  assert.ok(text.startsWith('\uFEFF') && text.endsWith('\r\n'))
  const rows = text.slice(1).trimEnd().split('\r\n')
  assert.equal(rows.length, names.length + 1)
  assert.equal(rows[7], '7,王 明,6222020200112233445,"招商银行, ""总行""",1234567.05,报销 BX1')
  for (const row of rows.slice(1, 7)) assert.match(row, /^\d,'/)
})

test('a file is typed by its first bytes; its name has no path and the extension of its content', () => {
  assert.equal(fileTypeOf(Buffer.from('%PDF-1.7')), 'application/pdf')
  assert.equal(fileTypeOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])), 'image/png')
  assert.throws(() => fileTypeOf(Buffer.from('<html>')), { code: 'INVALID' })
  assert.equal(cleanName('..\\..\\发票<1>.exe', 'application/pdf'), '发票1.pdf')
  assert.equal(cleanName('.htaccess', 'image/png'), '附件.png')
  assert.equal(cleanName(`${'长'.repeat(200)}.jpg`, 'image/jpeg'), `${'长'.repeat(80)}.jpg`)
})

test('a claim without reviewers goes to the other level, the headquarters, or nowhere', () => {
  const nobody = { finance: 0, admin: 0, headquarters: 0 }
  const at = (levels: Level[], people: object, decided: Level[] = []) =>
    reroute({ ...nobody, ...people, levels, decided })
  assert.deepEqual(at(['finance', 'admin'], { admin: 1 }), ['admin'])
  assert.deepEqual(at(['finance'], { admin: 1 }), ['admin'])
  assert.deepEqual(at(['admin'], { finance: 2 }), ['finance'])
  assert.equal(at(['admin'], { finance: 2, headquarters: 1 }, ['finance']), null)
  assert.deepEqual(at(['finance'], { headquarters: 1 }), ['admin'])
  assert.equal(at(['finance'], {}), null)
})
