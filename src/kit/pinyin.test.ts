import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchPinyin } from './pinyin.ts'

test('a name is searchable by pinyin and by initials', () => {
  assert.equal(searchPinyin('张三', true), 'zhangsan zs')
  assert.equal(searchPinyin('欧阳修', true), 'ouyangxiu oyx')
  assert.equal(searchPinyin('A组王五', true).split(' ').length, 2)
})

test('a surname is read as a surname: 单 shàn, 曾 zēng, 仇 qiú, 解 xiè, 任 rén, 查 zhā, 区 ōu', () => {
  const heads = ['单雪', '曾晓岚', '仇英', '解缙', '任天行', '查良镛', '区小明']
  assert.deepEqual(
    heads.map((name) => /^(shan|zeng|qiu|xie|ren|zha|ou)/.exec(searchPinyin(name, true))?.[0]),
    ['shan', 'zeng', 'qiu', 'xie', 'ren', 'zha', 'ou'],
  )
})

test('a character with two readings is searchable by both in a given name, by one in a surname', () => {
  assert.deepEqual(searchPinyin('王重阳', true).split(' ').sort(), [
    'wangchongyang',
    'wangzhongyang',
    'wcy',
    'wzy',
  ])
  assert.match(searchPinyin('张长青', true), /^zhangchangqing zcq zhangzhangqing zzq$/)
  assert.match(searchPinyin('李茜', true), /\bliqian\b/)
  assert.match(searchPinyin('李茜', true), /\blixi\b/)
  assert.equal(searchPinyin('单单', true), 'shandan sd shanshan ss')
  assert.equal(searchPinyin('长孙', true).split(' ').length, 2)
})

test('a name has at most four readings', () => {
  assert.equal(searchPinyin('曾重长乐行', true).split(' ').length, 8)
})

test('ü is written as v, and a shop’s name is read by its words', () => {
  assert.equal(searchPinyin('吕布', true), 'lvbu lb')
  assert.equal(searchPinyin('重庆长江小店'), 'chongqingchangjiangxiaodian cqcjxd')
})
