export const imports: Record<string, string> = {
  导入记录: 'Imports',
  '{platform}，{name}于 {at} 上传': '{platform}, uploaded by {name} at {at}',
  查看: 'View',
  还没有导入记录: 'No imports yet',
  '从各平台后台导出客服数据，在这里一次导入；确认之前不写入任何数据。':
    'Export the agent data from each platform and import it here in one go; nothing is written before you confirm.',
  导入时间: 'Imported at',
  '之后又导入过同一店铺和日期，或不是您可以撤销的导入':
    'The same store and day was imported again later, or this import is not yours to undo',
  待确认: 'To confirm',
  已导入: 'Imported',
  数据日期: 'Data date',
  导入人: 'Imported by',
  上传时间: 'Uploaded at',
  写入时间: 'Written at',
  撤销时间: 'Undone at',
  可用行: 'Good rows',
  问题行: 'Problem rows',
  跳过: 'Skipped',
  '汇总、均值或重复的行': 'Total, mean or repeated rows',
  '{first} 等 {n} 家': '{first} and others, {n} in all',
  '要导入的店铺或日期不在这个文件里，请重新预检。':
    'A chosen store or day is not in this file. Please check the file again.',
  '这个文件里没有可以导入的行，没有写入任何数据。': 'This file has no rows to import. Nothing was written.',
  '要对应的昵称不在导入的数据里，请重新预检。':
    'A nick to match is not in the imported data. Please check the file again.',
  '店铺一天的合计大得不合理，没有写入任何数据。请核对文件里的数字。':
    "A store's total for a day is implausibly large. Nothing was written; please check the figures in the file.",
  表头对应: 'Header mapping',
  原预检: 'Earlier check',
  '文件里的店铺和日期超过 {n} 组，无法导入。请按店铺或按月分成几个文件后重新上传。':
    'The file has more than {n} combinations of store and day. Please split it by store or by month and upload again.',
  '{label}不是正确的 JSON': '{label} is not valid JSON',
  '{on} 还没有到，请核对日期。': '{on} has not come yet. Please check the date.',
  '{on} 距今超过 {n} 天，请核对日期。': '{on} is more than {n} days ago. Please check the date.',
  '“{name}”不在您负责的店铺里，或系统里还没有这家店铺。请选择店铺，或请管理员添加。':
    '"{name}" is not one of your stores, or not in the system yet. Please choose a store, or ask an administrator to add it.',
  '文件里没有写是哪家店铺，昵称也还认不出，请选择店铺。':
    'The file names no store and its nicks are not known yet. Please choose a store.',
  '文件的平台与店铺“{name}”的平台不符，请换一家店铺，或换一个文件。':
    'The file\'s platform is not that of store "{name}". Please choose another store or another file.',
  '文件里没有可用的日期，文件名里也没有，请选择数据日期。':
    'Neither the file nor its name has a usable date. Please choose the data date.',
  '这个文件已经导入过了，没有重复写入。': 'This file has been imported already; nothing was written twice.',
  '这次导入已经撤销，如需要请重新上传文件。':
    'This import has been undone. Please upload the file again if you need it.',
  '这个文件还没有导入，没有可撤销的数据。': 'This file has not been imported; there is nothing to undo.',
  '请选择要导入的文件。': 'Please choose a file to import.',
  '这一行的数字大得不合理，请核对。': 'A figure in this row is implausibly large. Please check it.',
  '“{storeName}”{on} 之后又导入过“{fileName}”（{at}），请先撤销那一次，再撤销这一次。':
    '"{storeName}" {on} was imported again later from "{fileName}" ({at}). Please undo that import first.',
  这条导入记录: 'This import',
}
