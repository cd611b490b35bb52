import { ROLES } from '#access/permissions.ts'
import { addDays, monthOf } from '#kit/calendar.ts'
import { searchForms, searchPinyin } from '#kit/pinyin.ts'
import { bookedFrom, endingOfCustomer, isGone } from './endings.ts'
import type { DemoPerson } from './people.ts'
import { type Random, random } from './random.ts'

/** Brands and their product categories; all are fictitious. */
const BRANDS =
  `晨曦家居 家居/星澜美妆 美妆/拾味烘焙 食品/澜庭家纺 家纺/云起茶业 茶叶/凌跑运动 运动/山止渔具 户外/半亩园艺 园艺/南塘水产 生鲜/知味坊零食 零食/麦田烘焙 食品/
启蒙绘本 图书/极岸数码 数码/贝拉瑜伽 运动/木子里家具 家具/暖橙母婴 母婴/青禾女装 女装/北屿男装 男装/小满童装 童装/鹿鸣箱包 箱包/听雨伞业 日用/一盏灯饰 灯饰/
云朵宠物 宠物/清荷洗护 个护/禾木厨具 厨具/岚山户外 户外/初见珠宝 珠宝/江南丝绸 服饰/老巷卤味 零食/松果玩具 玩具/白桦文具 文具/远航车品 汽车用品/渔歌海味 生鲜/
竹里茶器 茶具/森野咖啡 咖啡/糖纸内衣 内衣/花间草木 鲜花/石上清泉净水 家电/乐屿乐器 乐器/北纬果园 水果/大鱼渔村 生鲜/柠七饮品 饮料/暮色香氛 香薰/阿布家电 家电/
简屋收纳 日用/麦兜辅食 母婴/素年眼镜 眼镜/朴石建材 建材/踏歌女鞋 鞋靴/行者背包 箱包/甜橘护肤 美妆/雪域牦牛 食品/小鹿奶瓶 母婴/长风五金 五金/四时汉服 服饰/蓝鲸泳装 运动/
禅心香道 香薰/可乐手机壳 数码/橘子果园 水果/青瓷雅集 工艺品`
    .replace(/\n/g, '')
    .split('/')
    .map((entry) => entry.split(' ') as [name: string, category: string])

const CITIES = ['杭州', '义乌', '广州', '深圳', '苏州', '厦门', '泉州', '成都', '青岛', '郑州']
const CONTACTS = ['王女士', '李先生', '张女士', '刘先生', '陈女士', '杨先生', '吴女士', '黄先生']
const SOURCES = ['referral', 'visit', 'online', 'event', 'other']

export interface DemoCustomer {
  id: number
  companyCode: string
  brand: string
  category: string
  ownerId: number
  status: 'trial' | 'active' | 'paused' | 'churned'
}

/** Number of customers per company: 60 in all. */
const SHARE: Record<string, number> = { '001': 44, '002': 9, '004': 7 }

/** The demo's customers, each with a sales person of its company as owner. */
export function demoCustomers(people: readonly DemoPerson[]): DemoCustomer[] {
  const companies = Object.entries(SHARE).flatMap(([code, count]) => Array<string>(count).fill(code))
  return BRANDS.slice(0, companies.length).map(([brand, category], index) => {
    const companyCode = companies[index] ?? '001'
    const sales = people.filter((person) => person.role === ROLES.sales && person.companyCode === companyCode)
    const ownerId = sales[index % sales.length]?.id ?? 1
    return { id: index + 1, companyCode, brand, category, ownerId, status: statusOf(index) }
  })
}

function statusOf(index: number): DemoCustomer['status'] {
  if (index % 19 === 17) return 'paused'
  if (index === 39 || isGone(index + 1)) return 'churned'
  return index % 13 === 11 ? 'trial' : 'active'
}

/** The rows of the table `customer`. */
export function customerRows(customers: readonly DemoCustomer[], today: string) {
  const counts = new Map<string, number>()
  return customers.map(({ brand, category, ...customer }) => {
    const chance = random(`customer ${customer.id}`)
    const ending = endingOfCustomer(customer.id, today)
    const signedOn = addDays(ending?.stoppedOn ?? today, -chance.between(ending ? 450 : 60, 700))
    const month = monthOf(signedOn).replace('-', '')
    const n = (counts.get(customer.companyCode + month) ?? 0) + 1
    counts.set(customer.companyCode + month, n)
    const company = chance.chance(0.75)
    const name = company ? `${chance.pick(CITIES)}${brand}有限公司` : brand
    const at = new Date(`${ending?.takenOver ? bookedFrom(today) : signedOn}T02:00:00Z`)
    return {
      ...customer,
      code: `KH${month}${String(n).padStart(4, '0')}`,
      name,
      ...searchForms(name),
      type: company ? 'company' : chance.pick(['sole_trader', 'person']),
      contact: chance.pick(CONTACTS),
      // Two customers of one sales person share a number: they are similar and can be merged.
      mobile: `1980000${String(customer.id === 43 ? 4 : customer.id).padStart(4, '0')}`,
      wechat: `${searchPinyin(brand).split(' ')[1]}_${chance.between(1000, 9999)}`,
      source: chance.pick(SOURCES),
      ...contractColumns(customer, { signedOn, stoppedOn: ending?.stoppedOn, today, chance }),
      tags: chance.chance(0.3) ? [chance.pick(['重点', '老客户', '旺季加人', '夜间咨询多'])] : [],
      createdAt: at,
      updatedAt: at,
      createdBy: customer.ownerId,
      updatedBy: customer.ownerId,
    }
  })
}

interface ContractInput {
  signedOn: string
  /** When the customer left; undefined if it has not. */
  stoppedOn: string | undefined
  today: string
  chance: Random
}

/** The contract of a customer; a trial has none. */
function contractColumns(
  { id, status }: Pick<DemoCustomer, 'id' | 'status'>,
  { signedOn, stoppedOn, today, chance }: ContractInput,
) {
  if (status === 'trial') return { contractNo: null, contractStartOn: null, contractEndOn: null }
  const month = monthOf(signedOn).replace('-', '')
  return {
    contractNo: `HT-${month}-${String(id).padStart(3, '0')}`,
    contractStartOn: signedOn,
    contractEndOn: stoppedOn ?? addDays(today, endsIn(id) ?? chance.between(40, 400)),
  }
}

/** A few contracts end within the month or have ended, so that there are reminders; null for the others. */
function endsIn(id: number): number | null {
  if (id % 12 === 3 || id === 16) return id % 29
  return id % 17 === 5 ? -(id % 11) - 1 : null
}
