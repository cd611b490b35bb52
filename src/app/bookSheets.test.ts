import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { TRIED, type When } from '#testing/testBookDates.ts'
import { closeMonth } from '#testing/testClosedMonth.ts'
import { type Cells, importing } from '#testing/testSheets.ts'
import { seedWorld } from '#testing/testWorld.ts'

const world = await testApp(seedWorld)
const { db } = world
const { checked, rowsOf } = importing(world)
await db.updateTable('company').set({ booksFrom: '2026-03-01' }).execute()

const store = { 客户: 'KH2026050001', 平台: '抖音', 状态: '服务中', 上线日期: '2026-05-02' }
const terms = { 计费方式: '固定月费', 费用: '3000.00' }
const assignment = { 店铺: '星澜美妆', 客服: '周小禾', 班次: '晚班', 职责: '副责', 占比: '0%' }
const opening = { 客户: 'KH2026050001', 类型: '期初应收', 金额: '3200.00' }

/** A sheet with a date column: the account that imports it, the entity, and its row for a given day. */
interface Dated {
  who: string
  entity: string
  row: (day: string) => Cells
  accepted: readonly When[]
}

const sheets: Record<string, Dated> = {
  期初余额: {
    who: 'admin2',
    entity: 'opening',
    accepted: ['before the books'],
    row: (day) => ({ ...opening, 原单号: day, 发生日期: day }),
  },
  计费生效日: {
    // Terms that start earlier would apply to a closed month.
    who: 'finance',
    entity: 'store',
    accepted: ['open', 'next'],
    row: (day) => ({ ...store, ...terms, 店铺名称: `星澜 ${day}`, 计费生效日: day }),
  },
  计费方式的生效日期: {
    who: 'finance',
    entity: 'terms',
    accepted: ['open', 'next'],
    row: (day) => ({ ...terms, 店铺: '星澜美妆', 生效日期: day }),
  },
  分配开始日期: {
    who: 'head',
    entity: 'assignment',
    accepted: ['open', 'next'],
    row: (day) => ({ ...assignment, 开始日期: day }),
  },
}

await closeMonth(db, '001', '2026-03')

for (const [name, { who, entity, row, accepted }] of Object.entries(sheets)) {
  test(`${name} in a sheet accepts only: ${accepted.join(', ')}`, async () => {
    const found: When[] = []
    for (const [when, day] of Object.entries(TRIED) as [When, string][]) {
      const { id } = await checked(who, entity, [row(day)])
      const [one] = await rowsOf(who, id)
      if (one.state !== 'error') found.push(when)
      else assert.ok(one.problem, when)
    }
    assert.deepEqual(found, accepted)
  })
}
