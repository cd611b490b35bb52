export const recordImports: Record<string, string> = {
  更新过的行恢复为导入前的值: 'Updated rows restored to the values of before',
  新增的行删除: 'Added rows removed',
  '之后改过或用过，保留': 'Changed or used since, kept',
  '确认后先逐行核对，之后改过或用过的会列出':
    'Once you confirm, each row is checked first; rows changed or used since are listed',
  '{header}“{text}”不是日期，应如 2026-05-15。': '{header} "{text}" is not a day; write it as 2026-05-15.',
  '{header}“{text}”应为数字，最多两位小数。':
    '{header} "{text}" should be a number with two decimals at most.',
  '{header}“{text}”应为整数。': '{header} "{text}" should be a whole number.',
  '{header}“{text}”应为百分比，如 95%。': '{header} "{text}" should be a percentage such as 95%.',
  '与第 {n} 行是同一条记录，请合并成一行。': 'The same record as in row {n}; make one row of the two.',
  '表里缺少这些列：{headers}。请下载模板，按模板的表头填写后再上传。':
    'The sheet lacks these columns: {headers}. Download the template, fill it in under its headers and upload it.',
  '表头下面没有数据，请填写后再上传。': 'There is nothing under the headers. Fill it in and upload it again.',
  '表里超过 {n} 行，请分成几个文件后再上传。':
    'The sheet has more than {n} rows. Split it into several files.',
  '内容已随离职资料按规定删除。': 'Erased by rule with the data of somebody who left.',
  '这份资料已经预检过。': 'This sheet has already been checked.',
  '这份资料已经写入过；要再导入，请重新上传。':
    'This sheet has already been written. To import again, upload it again.',
  已新增: 'Added',
  已更新: 'Updated',
  '.xlsx、.xls、.csv，最多 {n} 行': '.xlsx, .xls, .csv; {n} rows at most',
  '先预检：逐行告诉您会新增、更新、不变、冲突还是错误；确认之前不写入。':
    'First a check: row by row you see what is new, changed, unchanged, in conflict or wrong. Nothing is written before you confirm.',
  '{kind}导入模板.xlsx': '{kind} import template.xlsx',
  '导入{kind}资料': 'Import: {kind}',
  导入资料: 'Import records',
  下载出错的行: 'Download what failed',
  '关闭窗口会暂停；写入到一半的，可在个人设置的“资料导入”里继续。':
    'Closing the window pauses it; what is half written goes on under Import of records in your settings.',
  '新员工的一次性密码：{n} 个': 'One-time passwords of new people: {n}',
  '关闭后不再显示。请下载后分别交给本人，首次登录时须修改。':
    'They are not shown again. Download them and hand each to its owner; it is changed at the first sign-in.',
  下载密码: 'Download passwords',
  还没有导入过资料: 'No imports yet',
  导入出错的行: 'Rows that failed',
  '这次导入已经撤销。': 'This import has been undone.',
  '这次导入已经撤销；要再导入，请重新上传。':
    'This import has been undone. To import again, please upload the file again.',
  '这份资料还没有写入，不需要撤销。':
    'Nothing of this file has been written yet, so there is nothing to undo.',
  '这份资料写入已超过 {n} 小时，不能再整批撤销；请逐条修改。':
    'This file was written more than {n} {n:hour|hours} ago and cannot be undone as a whole. Please change the records one by one.',
  '导入之后又被改过，没有撤销。': 'Changed since the import, not undone.',
  '有 {n} 行在导入之后又被改过或用过，整批没有撤销。':
    '{n} {n:row was|rows were} changed or used since the import. Nothing was undone.',
  这次资料导入: 'This import of records',
  '撤销导入“{name}”？': 'Undo the import of "{name}"?',
  '{header}“{text}”应为 0–100 的整数百分比，如 60%。':
    '{header} "{text}" should be a whole percentage from 0 to 100, such as 60%.',
  导入什么: 'What to import',
  打开资料导入: 'Open the imports',
  '先选类别，下载模板，填好后上传。员工、客户、店铺等列表里也有这个按钮。':
    'Choose a kind, download the template, fill it in, upload it. The lists of staff, customers and stores have this button, too.',
  '空白单元格不改原值；列表导出的文件也能直接上传，多出的列不读。':
    'Empty cells leave values as they are. A file exported from a list can be uploaded as it is; other columns are not read.',
  '同一份文件再导入一次，什么也不会变。': 'Importing the same file again changes nothing.',
  '模板里有可选项、示例和每一列的说明。要改已有的，下载现有资料，改好再传：没改的行不会变。':
    'The template has lists to choose from, an example and notes on each column. To change what is there, download the current records, edit them and upload the file: rows that you leave alone do not change.',
  下载现有资料: 'Download current records',
  '{n} 行都和现有资料一样，没有要写入的。':
    '{n} {n:row is|rows are} the same as the current records. There is nothing to write.',
  '没有叫“{text}”的公司。': 'There is no company "{text}".',
  '这一行是其他公司的，那边没有这条记录；新增只能导入到您所在的公司。':
    'This row belongs to another company, which has no such record. New records are imported into your own company only.',
  '{headers}与现在的不同，没有改：这些列只用于新增，已有的请在页面上改。':
    '{headers} differ from the record and were not changed: these columns are for new records only. Change existing ones on their pages.',
  '{header}“{text}”是打码的，和现在的内容对不上：不改请留空，要改请填完整内容。':
    '{header} "{text}" is masked and does not match the current value. Leave it empty to keep the value, or write it in full.',
  '{header}“{text}”是打码的，新增请填完整内容。':
    '{header} "{text}" is masked. Write it in full for a new record.',
  '{kind}现有资料': '{kind} - current records',
  '已读取 {n} 条': '{n} read',
  '还没有{kind}，请用模板填写。': 'No {kind} yet. Please fill in the template.',
  '现有资料没有下载成功，请稍后重试。': 'The current records were not downloaded. Please try again later.',
}
