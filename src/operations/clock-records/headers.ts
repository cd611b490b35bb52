/** Headers and words of the sheets of 企业微信 and 钉钉, without spaces and in lower case. They are read, never shown. */

export const DAY_HEADERS = ['日期', '时间', '考勤日期', '打卡日期']
export const NAME_HEADERS = ['姓名', '员工姓名']
export const ACCOUNT_HEADERS = ['账号', '帐号', 'userid']
export const NUMBER_HEADERS = ['工号', '员工工号']
export const NOTE_HEADERS = ['假勤申请', '考勤结果', '关联的审批单']

const PUNCH_HEADER = /^(最早|最晚|最早打卡|最晚打卡|打卡时间|(上班|下班)\d*打卡时间)$/
const NUMBERED_PUNCH = /^(上班|下班)\d+打卡时间$/

export const isPunchHeader = (header: string): boolean => PUNCH_HEADER.test(header)

/** 钉钉 numbers its punches (上班1打卡时间) and has UserId. */
export const isDingtalkHeader = (header: string): boolean =>
  header === 'userid' || NUMBERED_PUNCH.test(header)

/** A time, with the day that it is on: a word, or the day itself. */
export const TIME =
  /(?:(次日|翌日|前日|昨日|\d{4}[-/]\d{1,2}[-/]\d{1,2})\s*)?(\d{1,2})[:：](\d{2})(?:[:：]\d{2})?/g

export const NEXT_DAY_WORDS = ['次日', '翌日']
export const DAY_BEFORE_WORDS = ['前日', '昨日']

/** The weekday after a day: `2026/05/31 星期日`. */
export const WEEKDAY = /\s*(星期|周).$/
