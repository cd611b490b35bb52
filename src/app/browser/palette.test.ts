import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchPinyin } from '#kit/pinyin.ts'
import { foundEntries, recordsIn } from './foundEntries.ts'
import { entriesOf, findEntries, remember } from './palette.ts'
import { titlePinyin } from './titlePinyin.ts'

const admin = { id: 1, role: 1, parentId: null, companyCode: '001' }
const head = { id: 4, role: 2, parentId: null, companyCode: '001' }
const agent = { id: 2, role: 2, parentId: 4, companyCode: '001' }

const all = entriesOf(admin).map((entry) => ({
  entry,
  names: [entry.title, ...(titlePinyin[entry.title] ?? '').split(' ')],
}))
const found = (text: string) => findEntries(all, text).map(({ title }) => title)

test('the pinyin table lists every entry with its pinyin', () => {
  const titles = [admin, head].flatMap(entriesOf).map(({ title }) => title)
  assert.deepEqual(titlePinyin, Object.fromEntries(titles.map((title) => [title, searchPinyin(title)])))
})

test('the palette offers only what the user may open and do', () => {
  const titles = entriesOf(agent).map(({ title }) => title)
  assert.ok(titles.includes('店铺管理') && titles.includes('导入平台数据') && titles.includes('退出登录'))
  assert.ok(titles.includes('写日志') && titles.includes('新建报销单'))
  for (const title of ['员工管理', '客户账单', '新建店铺', '新建客户', '新建员工', '试算新价', '重新检查'])
    assert.ok(!titles.includes(title), title)
})

test('screens below a screen and settings tabs are found by users who may open them', () => {
  const titlesOf = (actor: typeof admin | typeof agent) => entriesOf(actor).map(({ title }) => title)
  const beneath = ['谁没交', '排班', '银行流水', '应收账龄', '店铺工资', '客户跟进']
  const settings = ['群机器人', '预警阈值', '下载中心', '公司名单', '公司设置', '公司资料']
  for (const title of [...beneath, ...settings]) assert.ok(titlesOf(admin).includes(title), title)
  assert.ok(titlesOf(head).includes('我的日志') && !titlesOf(admin).includes('我的日志'))
  assert.ok(titlesOf(agent).includes('下载中心') && titlesOf(agent).includes('排班'))
  for (const title of ['谁没交', '银行流水', '群机器人', '公司名单', '公司设置', '店铺工资'])
    assert.ok(!titlesOf(agent).includes(title), title)
  assert.ok(!titlesOf({ ...admin, companyCode: '002' }).includes('公司名单'))
  assert.equal(found('qjqr')[0], '群机器人')
  assert.equal(found('qunjiqiren')[0], '群机器人')
})

test('an entry is found by its name, a part of it, pinyin and initials', () => {
  for (const text of ['店铺管理', '铺管', 'dianpuguanli', 'dpgl', ' DPGL ']) {
    assert.equal(found(text)[0], '店铺管理', text)
  }
  assert.deepEqual(found('没有这样的'), [])
})

test('a prefix match ranks before an inner match, and a name before a pinyin match', () => {
  assert.deepEqual(found('店铺').slice(0, 3), ['店铺管理', '店铺流失', '店铺日咨询量'])
  assert.ok(found('店铺').indexOf('新建店铺') > 2)
})

test('the most recently used entries come first, without duplicates, at most seven', () => {
  assert.deepEqual(remember(['a', 'b', 'c'], 'b'), ['b', 'a', 'c'])
  assert.deepEqual(remember([...'abcdefg'], 'h'), [...'habcdef'])
})

test('a found record opens its page; if there are more, an entry opens the list', () => {
  const found = {
    stores: {
      items: [
        {
          id: 3,
          name: '晨曦',
          code: 'DP3',
          platform: 'tmall',
          customerName: '晨曦家居',
          status: 'stopped' as const,
        },
      ],
      more: true,
    },
  }
  const [store, more] = foundEntries(found, '晨')
  assert.deepEqual(
    [store?.key, store?.note, store?.does],
    ['store:3', '天猫 · 晨曦家居 · 已停止', { to: '/store-management/3' }],
  )
  assert.deepEqual(more?.does, { to: '/store-management?keyword=%E6%99%A8' })
  assert.equal(foundEntries(found).length, 1)
  assert.deepEqual(recordsIn(['store:3', '/welcome', 'staff:9', 'store:4']), {
    storeId: [3, 4],
    customerId: [],
    staffId: [9],
  })
})
