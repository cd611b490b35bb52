import pg from 'pg'
import { hashPassword } from '#kit/secret.ts'
import { PASSWORD } from './world.ts'

/** The number of customers and stores to search. */
export interface Records {
  customers: number
  stores: number
}

const CITIES = words('杭州 hangzhou hz 广州 guangzhou gz 义乌 yiwu yw 深圳 shenzhen sz 泉州 quanzhou qz')
const SIGNS = words(
  '晨 chen c 曦 xi x 星 xing x 澜 lan l 宏 hong h 远 yuan y 青 qing q 禾 he h 云 yun y 朵 duo d ' +
    '木 mu m 子 zi z 里 li l 山 shan s 止 zhi z 鹿 lu l 鸣 ming m 竹 zhu z 茶 cha c 月 yue y ' +
    '恒 heng h 风 feng f 长 chang c 安 an a 南 nan n 塘 tang t 半 ban b 亩 mu m 知 zhi z 味 wei w ' +
    '听 ting t 雨 yu y 初 chu c 见 jian j 暮 mu m 色 se s 简 jian j 屋 wu w 拾 shi s 光 guang g',
)
const TRADES = words(
  '家居 jiaju jj 美妆 meizhuang mz 服饰 fushi fs 数码 shuma sm 食品 shipin sp 母婴 muying my',
)
const SHOPS = words('旗舰店 qijiandian qjd 专营店 zhuanyingdian zyd 小铺 xiaopu xp')
const COMPANY = words('有限公司 youxiangongsi yxgs')

/** The entries with their pinyin and initials. */
function words(text: string): [name: string, pinyin: string, initials: string][] {
  const parts = text.split(' ')
  return Array.from({ length: parts.length / 3 }, (_, at) => {
    const [name = '', pinyin = '', initials = ''] = parts.slice(at * 3, at * 3 + 3)
    return [name, pinyin, initials]
  })
}

/** SQL of the list entry for a row number; `part` 0 is the name, 1 the pinyin, 2 the initials. */
function chosen(list: [string, string, string][], by: string, part: 0 | 1 | 2): string {
  return `(array[${list.map((entry) => `'${entry[part]}'`).join(',')}])[1 + (${by}) % ${list.length}]`
}

/** A name with three characters, unique in the first 64,000 rows; after that the city differs. */
function nameOf(part: 0 | 1 | 2, last: [string, string, string][]): string {
  const [first, second, third] = ['n', 'n / 40', 'n / 1600'].map((by) => chosen(SIGNS, by, part))
  return [
    chosen(CITIES, 'n / 64000', part),
    first,
    second,
    third,
    chosen(TRADES, 'n / 7', part),
    chosen(last, 'n / 64000 / 5', part),
  ].join(' || ')
}

/** Fills a migrated, empty database. Everything is computed from row numbers, so that each run measures the same. */
export async function fillRecords(url: string, size: Records): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query('drop index customer_search, store_search')
  for (const statement of statements(size)) await client.query(statement)
  await client.query('update staff set password_hash = $1', [await hashPassword(PASSWORD)])
  for (const table of ['customer', 'store']) {
    await client.query(
      `create index ${table}_search on ${table} using gin (search_grams(name_key, name_pinyin, code))`,
    )
  }
  await client.query('commit')
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

const HEADS = 200
const AGENTS = 2_000
const SALES = 200

function statements({ customers, stores }: Records): string[] {
  const add = (name: string, role: number, count: number, parent: string) => `
    insert into staff (company_code, username, password_hash, must_change_password, name, name_pinyin, role, parent_id)
    select '001', '${name}' || n, '-', false, '员工' || n, 'yuangong' || n, ${role}, ${parent}
    from generate_series(1, ${count}) n`
  // The ids of staff in order of insertion: one admin, the heads, the agents, the sales people.
  const [firstHead, firstAgent, firstSales] = [2, 2 + HEADS, 2 + HEADS + AGENTS]
  return [
    `insert into company (code, name) values ('001', '后台总部')`,
    add('admin', 1, 1, 'null'),
    add('head', 2, HEADS, 'null'),
    add('agent', 2, AGENTS, `${firstHead} + n % ${HEADS}`),
    add('sales', 3, SALES, 'null'),
    `insert into customer (company_code, code, name, name_key, name_pinyin, owner_id, status, contract_end_on, mobile)
     select '001', 'KH' || n, ${nameOf(0, COMPANY)}, ${nameOf(0, COMPANY)},
       ${nameOf(1, COMPANY)} || ' ' || ${nameOf(2, COMPANY)}, ${firstSales} + n % ${SALES},
       (array['active','active','active','trial','churned'])[1 + n % 5], current_date + n % 400,
       '139' || lpad(n::text, 8, '0')
     from generate_series(1, ${customers}) n`,
    `insert into store (company_code, code, customer_id, platform, name, name_key, name_pinyin, status, online_on, leader_id)
     select '001', 'DP' || n, 1 + n % ${customers}, (array['taobao','tmall','jd','pdd','douyin'])[1 + n % 5],
       ${nameOf(0, SHOPS)}, ${nameOf(0, SHOPS)}, ${nameOf(1, SHOPS)} || ' ' || ${nameOf(2, SHOPS)},
       (array['serving','serving','serving','trial','stopped'])[1 + n / 5 % 5], current_date - 400,
       ${firstHead} + n % ${HEADS}
     from generate_series(1, ${stores}) n`,
    `insert into store_assignment (company_code, store_id, staff_id, from_on)
     select '001', n, ${firstAgent} + n % ${AGENTS}, current_date - 400 from generate_series(1, ${stores}) n`,
  ]
}
