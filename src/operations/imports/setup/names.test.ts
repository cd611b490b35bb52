import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  customerNameIn,
  flowerNameIn,
  nickPrefix,
  partsOfNick,
  platformOf,
  storeNameInFileName,
} from './names.ts'

test('the store of a file name: without words of reports, days and copies; null if nothing is left', () => {
  const names: Record<string, string | null> = {
    '晨曦家居旗舰店_旺旺账号咨询接待能力明细_2026-05-15.xlsx': '晨曦家居旗舰店',
    '晨曦家居旗舰店客服数据20260518.xlsx': '晨曦家居旗舰店',
    '沐野户外京东自营店_客服数据_20260518 (1).xlsx': '沐野户外京东自营店',
    '客服数据_20260515_山止渔具京东自营店.csv': '山止渔具京东自营店',
    '飞鸽客服数据_星澜美妆_20260518.csv': '星澜美妆',
    '飞鸽客服数据星澜美妆 2026年5月18日.csv': '星澜美妆',
    '361度官方旗舰店_2026-05-01至2026-05-07.xls': '361度官方旗舰店',
    '数据线旗舰店_客服绩效.xlsx': '数据线旗舰店',
    '小雨_晨曦家居旗舰店（天猫）_05-18.xlsx': '晨曦家居旗舰店（天猫）',
    '客服数据_20260515.xlsx': null,
    '客服数据下载_20991231.xlsx': null,
    '赤兔_客服绩效_2026年5月15日.csv': null,
    '飞鸽客服数据.csv': null,
    '京东客服数据_2026.5.15.xlsx': null,
    '拼多多 客服绩效 20260515153012.xlsx': null,
    '数据_2026-05-15.csv': null,
    '小雨_2026-05-15.csv': null,
    '新建 Microsoft Excel 工作表 - 副本.xlsx': null,
    'report(3).xlsx': null,
    '.csv': null,
  }
  for (const [file, name] of Object.entries(names)) assert.equal(storeNameInFileName(file), name, file)
})

test('what all nicks of a file begin with: a main account, or a common start of at least two nicks', () => {
  const prefixes: [string[], string | null][] = [
    [['云栖母婴:小雨', '云栖母婴:若若'], '云栖母婴'],
    [['云栖母婴：小雨'], '云栖母婴'],
    [['山止渔具-可可', '山止渔具-阿南', '山止渔具-值班'], '山止渔具'],
    [['山止渔具-可可'], null],
    [['jd_小雨', 'jd_可可'], null],
    [['云栖母婴:小雨', '晨曦家居:小雨'], null],
    [['云栖母婴:小雨', '小满'], null],
    [['沐野客服01', '沐野客服02'], null],
    [['1:小雨'], null],
    [[], null],
  ]
  for (const [nicks, prefix] of prefixes) assert.equal(nickPrefix(nicks), prefix, nicks.join())
})

test('the platform follows from the name only if the format of the file leaves several', () => {
  assert.equal(platformOf(null, ['jd']), 'jd')
  assert.equal(platformOf('晨曦家居旗舰店', ['taobao', 'tmall']), 'tmall')
  assert.equal(platformOf('晨曦家居企业店', ['taobao', 'tmall']), 'taobao')
  assert.equal(platformOf('云栖母婴', ['taobao', 'tmall']), null)
  assert.equal(platformOf(null, ['taobao', 'tmall']), null)
})

test('the customer of a store name: without platform, kind of store and brackets', () => {
  const names = {
    晨曦家居旗舰店: '晨曦家居',
    晨曦家居官方旗舰店: '晨曦家居',
    沐野户外京东自营店: '沐野户外',
    '星澜美妆（抖音）': '星澜美妆',
    拾味烘焙官方店: '拾味烘焙',
    云栖母婴: '云栖母婴',
    新华书店: '新华书店',
    京东旗舰店: '京东旗舰店',
    旗舰店: '旗舰店',
  }
  for (const [store, customer] of Object.entries(names)) assert.equal(customerNameIn(store), customer)
})

test('the parts of a nick and its 花名; words of duties and letters name no person', () => {
  assert.deepEqual(partsOfNick('晨曦家居旗舰店:小雨（夜）'), ['晨曦家居旗舰店', '小雨', '夜'])
  assert.deepEqual(partsOfNick('feige-a@星澜'), ['feige', 'a'])
  const flowers = {
    '晨曦家居:小雨': '小雨',
    '山止渔具-可可': '可可',
    '山止渔具-值班': null,
    '山止渔具-客服02': null,
    'feige-c@星澜': null,
    小满: null,
  }
  for (const [nick, flower] of Object.entries(flowers)) assert.equal(flowerNameIn(nick), flower, nick)
})
