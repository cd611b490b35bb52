export const importFiles: Record<string, string> = {
  '读到第 {row} 行时出错：引号没有成对出现，分不清各列。请用 Excel 打开并另存为 .xlsx 后重新上传。':
    'Reading failed at row {row}: quotes are not paired, so columns cannot be told apart. Please save the file as .xlsx in Excel and upload again.',
  '正在读取的文件太多，请稍后再上传。': 'Too many files are being read. Please upload again shortly.',
  '文件内容太多，已停止读取。请按天或按店铺分成几个文件后重新上传。':
    'The file holds too much; reading was stopped. Please split it by day or by store and upload again.',
  '文件读取时间过长，已停止。请按天或按店铺分成几个文件后重新上传。':
    'Reading took too long and was stopped. Please split the file by day or by store and upload again.',
  图片: 'an image',
  'PDF 文件': 'a PDF file',
  压缩包: 'an archive',
  '文件是空的，没有内容。请从平台重新下载后再上传。':
    'The file is empty. Please download it from the platform again.',
  '其他 Office 文件': 'another kind of Office file',
  '这是{what}，不是表格，无法导入。请上传平台导出的 .xlsx、.xls 或 .csv 文件。':
    'This is {what}, not a spreadsheet, and cannot be imported. Please upload the .xlsx, .xls or .csv file exported by the platform.',
  '文件超过 20 MB，无法导入。请按天或按店铺分成几个文件后重新上传。':
    'The file is over 20 MB and cannot be imported. Please split it by day or by store and upload again.',
  '文件超过 20 万行，无法导入。请按天或按店铺分成几个文件后重新上传。':
    'The file has over 200,000 rows and cannot be imported. Please split it by day or by store and upload again.',
  '文件里没有数据，工作表是空的。请从平台重新下载后再上传。':
    'The file has no data; its sheet is empty. Please download it from the platform again.',
  '这是网页，不是表格，可能是登录已过期时下载的。请登录平台后重新下载，再上传。':
    'This is a web page, not a spreadsheet; perhaps your platform session had ended. Please sign in there, download again and upload.',
  '文件超过 200 列，无法导入。请删去用不到的列后重新上传。':
    'The file has over 200 columns and cannot be imported. Please remove unused columns and upload again.',
  '看不出这是什么文件，内容不是表格，也可能已损坏。请从平台重新下载，或另存为 .xlsx 后重新上传。':
    'This file cannot be recognised: it is no spreadsheet, or is damaged. Please download it again, or save it as .xlsx and upload again.',
  '文件有密码，无法读取。请在 Excel 中取消密码并另存后重新上传。':
    'The file has a password and cannot be read. Please remove it in Excel, save, and upload again.',
  '文件不完整或已损坏，无法读取。请从平台重新下载，或用 Excel 打开并另存为 .xlsx 后重新上传。':
    'The file is incomplete or damaged and cannot be read. Please download it again, or open it in Excel, save as .xlsx and upload again.',
  '文件是压缩包或暂不支持的表格格式，里面没有可读的工作表。请解压，或在 Excel 中另存为 .xlsx 后重新上传。':
    'The file is an archive or an unsupported spreadsheet without a readable sheet. Please unpack it, or save it as .xlsx in Excel and upload again.',
  '文件解压后过大，已停止读取。请从平台重新下载原始文件后再上传。':
    'The file is too large once unpacked; reading was stopped. Please download the original from the platform and upload again.',
  '{cell}不是数字，这里应是整数，如 1,367。':
    '{cell} is not a number; an integer such as 1,367 belongs here.',
  '{cell}小于 0，人次不能是负数。': '{cell} is below 0; counts cannot be negative.',
  '{cell}带小数，这里应是整数。': '{cell} has decimals; an integer belongs here.',
  '{cell}太大，请核对。': '{cell} is too large. Please check it.',
  '{cell}不是金额，应如 1,234.56。': '{cell} is not an amount such as 1,234.56.',
  '{cell}超过两位小数，金额最多到分。': '{cell} has more than two decimals; amounts go down to cents.',
  '{cell}不是比率，应如 99.71% 或 0.9971。': '{cell} is not a rate such as 99.71% or 0.9971.',
  '比率应在 0 到 100% 之间': 'a rate lies between 0 and 100%',
  '没有百分号的比率应在 0 到 1 之间': 'a rate without % lies between 0 and 1',
  '{cell}超出范围，{why}。': '{cell} is out of range: {why}.',
  '{cell}不是时长，应如 22.5、2分30秒或 00:02:30。':
    '{cell} is not a duration such as 22.5, 2分30秒 or 00:02:30.',
  '{cell}小于 0，时长不能是负数。': '{cell} is below 0; durations cannot be negative.',
  未回复人数: 'Unreplied users',
  询单人数: 'Inquiring users',
  下单人数: 'Ordering users',
  客服账号: 'Agent account',
  接待会话量: 'Sessions handled',
  '首次响应时长（秒）': 'First response time (s)',
  销售额: 'Sales',
  '{cell}是一段时间，请按天导出后再导入。': '{cell} is a period. Please export by day.',
  '{cell}不是日期，应如 2026-05-15。': '{cell} is not a date such as 2026-05-15.',
  '{cell}这一天不存在，请核对日期。': '{cell} does not exist. Please check the date.',
  咨询会话量: 'Consulting sessions',
  需人工回复人数: 'Users needing a human',
  '3 分钟未回复人数': 'Unreplied in 3 min',
  '平均响应时长（秒）': 'Mean response time (s)',
  满意评价数: 'Satisfied',
  评价总数: 'Ratings',
  '淘宝/天猫': 'Taobao/Tmall',
  抖音飞鸽: 'Douyin Feige',
  赤兔: 'Chitu',
  '客服“{nick}”': 'agent "{nick}"',
  '第 {first} 行和第 {second} 行都是{who}同一天的数据，数字却不一致，无法判断以哪一行为准。请核对后删去错误的一行再上传。':
    'Rows {first} and {second} both have data of {who} for one day, but the figures differ. Please remove the wrong row and upload again.',
  '认不出这是哪个平台的文件：前 5 行里没有认识的表头（看到的是 {headers}）。请上传平台导出的客服数据，或请管理员添加表头别名。':
    'The platform of this file is not recognised: its first 5 rows have no known headers (seen: {headers}). Please upload agent data exported by a platform, or ask an administrator to add a header alias.',
  '看起来是{platform}的文件，但没有客服账号一列（看到的表头是 {headers}）。请指出哪一列是客服账号，或重新导出。':
    'This looks like a {platform} file, but has no column of agent accounts (headers seen: {headers}). Please say which column it is, or export again.',
  '分不清这是{one}还是{other}的文件（看到的表头是 {headers}）。请导出更多列，或选择店铺后重新上传。':
    'This may be a {one} or a {other} file (headers seen: {headers}). Please export more columns, or choose the store and upload again.',
  '{headers} 等 {n} 列': '{headers} and others, {n} columns in all',
  '这一行没有日期，请补上后重新导入。': 'This row has no date. Please add it and import again.',
  '{part} {some} 大于{whole} {all}，请核对。': '{part} {some} is greater than {whole} {all}. Please check.',
  '这一行没有{label}，请补上后重新导入。': 'This row has no {label}. Please add it and import again.',
  '{cell}太长，{label}最多 {n} 个字。': '{cell} is too long; {label} can have at most {n} characters.',
}
