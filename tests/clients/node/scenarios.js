// What node-cubrid, CUBRID's own driver for Node.js, writes to a server and reads from it.
//
//   node scenarios.js NAME HOST PORT DATABASE USER PASSWORD TABLE
//
// runs one scenario with a table of that name, and drops it. The library stands where NODE_PATH says. What it cannot
// do, as of 11.0.0, is not asked of it: a negative SMALLINT (it reads the sign as a digit), a BIGINT beyond 32 bits (it
// shifts 32-bit integers), the elements of a collection (it takes the type of the elements for that of the column, and
// then stands at the wrong place: such a column is the last one of the only row), an ENUM parameter (its length is not
// counted), zoned times through a parameter. The types with the session's time zone are left out, for that zone is the
// server's affair.
'use strict';

const assert = require('assert').strict;
const cubrid = require('node-cubrid');

const LOB = { blob: 23, clob: 24 };
const COLLECTIONS = ['SET', 'MULTISET', 'SEQUENCE'];

// Each type: its name in SQL, a literal, what the library makes of the value, the library's name of the type where it can
// be a parameter, and the value to send where another comes back.
const TYPES = [
  ['SMALLINT', '32767', 32767, 'Short'],
  ['INTEGER', '2147483647', 2147483647, 'Int'],
  ['INTEGER', '-2147483648', -2147483648, 'Int'],
  ['BIGINT', '1234567890', 1234567890],
  ['NUMERIC(10,3)', '-1234567.125', -1234567.125, 'Numeric'],
  ['FLOAT', '1.5', 1.5, 'Float'],
  ['DOUBLE', '-2.5e100', -2.5e100, 'Double'],
  ['MONETARY', '3.25', 3.25, 'Monetary'],
  ['CHAR(4)', "'ab'", 'ab  ', 'Char', 'ab'],
  ['VARCHAR(20)', "'한국어 😀 it''s'", "한국어 😀 it's", 'String'],
  ['NCHAR(4)', "N'ab'", 'ab  ', 'NChar', 'ab'],
  ['NCHAR VARYING(20)', "N'한국어'", '한국어', 'VarNchar'],
  ['STRING', "''", ''],
  ["ENUM('red','green')", "'green'", 'green'],
  ['BIT(16)', "X'0aff'", Buffer.from([0x0a, 0xff]), 'Bit'],
  ['BIT VARYING(64)', "X'00010203'", Buffer.from([0, 1, 2, 3]), 'Varbit'],
  ['DATE', "DATE'2024-02-29'", new Date('2024-02-29T00:00:00Z'), 'Date'],
  ['TIME', "TIME'23:59:58'", new Date('1970-01-01T23:59:58Z'), 'Time'],
  ['TIMESTAMP', "TIMESTAMP'2024-02-29 12:34:56'", new Date('2024-02-29T12:34:56Z'), 'Timestamp'],
  ['DATETIME', "DATETIME'2024-02-29 12:34:56.789'", new Date('2024-02-29T12:34:56.789Z'), 'Datetime'],
];
const PARAMETERS = TYPES.filter(([, , , parameter]) => parameter);

function createTable(connection, table, types) {
  return connection.execute([`CREATE TABLE ${table} (${types.map(([type], at) => `c${at} ${type}`)})`]);
}

const scenarios = {
  async literals_of_every_type(connection, table) {
    await createTable(connection, table, TYPES);
    await connection.execute([`INSERT INTO ${table} VALUES (${TYPES.map(([, literal]) => literal)})`]);
    await connection.execute([`INSERT INTO ${table} VALUES (${TYPES.map(() => 'NULL')})`]);
    const result = await connection.queryAll(`SELECT * FROM ${table} ORDER BY c1 DESC`);
    assert.equal(result.RowsCount, 2);
    TYPES.forEach(([type, , expected], at) => {
      assert.deepEqual(result.ColumnValues[0][at], expected, type);
      assert.equal(result.ColumnValues[1][at], null, `${type} NULL`);
    });
    assert.deepEqual(result.ColumnNames, TYPES.map((_, at) => `c${at}`));
  },

  async zoned_times(connection, table) {
    const zone = 'Asia/Seoul';
    await connection.execute([
      `CREATE TABLE ${table} (a TIMESTAMPTZ, b DATETIMETZ)`,
      `INSERT INTO ${table} VALUES (TIMESTAMPTZ'2024-02-29 12:34:56 ${zone}', DATETIMETZ'2024-02-29 12:34:56.789 ${zone}')`,
    ]);
    const [[timestamp, datetime]] = (await connection.queryAll(`SELECT a, b FROM ${table}`)).ColumnValues;
    assert.equal(timestamp.datetime.toISOString(), '2024-02-29T12:34:56.000Z');
    assert.equal(datetime.datetime.toISOString(), '2024-02-29T12:34:56.789Z');
    assert.equal(timestamp.region, zone);
    assert.equal(datetime.region, zone);
  },

  async parameters_of_every_type(connection, table) {
    await createTable(connection, table, PARAMETERS);
    await connection.executeWithTypedParams(`INSERT INTO ${table} VALUES (${PARAMETERS.map(() => '?')})`,
      PARAMETERS.map(([, , value, , sent = value]) => sent), PARAMETERS.map(([, , , parameter]) => parameter));
    const [row] = (await connection.queryAll(`SELECT * FROM ${table}`)).ColumnValues;
    PARAMETERS.forEach(([type, , expected], at) => assert.deepEqual(row[at], expected, type));
  },

  async a_collection_tells_the_type_of_its_elements(connection, table) {
    for (const kind of COLLECTIONS) {
      const name = `${table}_${kind}`;
      await connection.execute([`CREATE TABLE ${name} (id INT, c ${kind}(INT))`, `INSERT INTO ${name} VALUES (7, {1, 2})`]);
      const { result } = await connection.query(`SELECT id, c FROM ${name}`);
      assert.deepEqual(result.ColumnDataTypes, ['Int', 'Int'], kind);
      assert.equal(result.ColumnValues[0][0], 7, kind);
    }
  },

  async an_object_is_its_oid(connection, table) {
    // 11.4 gives the rows of a table as objects only if it is made for that; 10.2 gives those of every table.
    const select = `SELECT ${table} FROM ${table}`;
    const fill = `INSERT INTO ${table} VALUES (1)`;
    await connection.execute([`CREATE TABLE ${table} (id INT)`, fill]);
    if (!(await connection.getEngineVersion()).startsWith('10.')) {
      await assert.rejects(connection.queryAll(select), { code: -494 });
      await connection.execute([`DROP TABLE ${table}`, `CREATE TABLE ${table} (id INT) DONT_REUSE_OID`, fill]);
    }
    const [[oid]] = (await connection.queryAll(select)).ColumnValues;
    assert.match(oid, /^OID:@\d+\|\d+\|\d+$/);
  },

  async untyped_columns_carry_their_type(connection) {
    const [row] = (await connection.queryAll("SELECT NULL, 1 + 1, 'x' || 'y'")).ColumnValues;
    assert.deepEqual(row, [null, 2, 'xy']);
  },

  async lobs_are_written_and_read(connection, table) {
    await connection.execute([`CREATE TABLE ${table} (id INT, b BLOB, c CLOB)`]);
    await connection.setAutoCommitMode(false);
    const bytes = Buffer.alloc(300000, Buffer.from([0, 1, 2, 255]));
    const text = '한국어 😀 '.repeat(20000);
    const blob = await connection.lobNew(LOB.blob);
    assert.equal((await connection.lobWrite(blob, 0, bytes)).length, bytes.length);
    const clob = await connection.lobNew(LOB.clob);
    await connection.lobWrite(clob, 0, text);
    await connection.executeWithTypedParams(`INSERT INTO ${table} VALUES (1, ?, ?)`, [blob, clob], ['Blob', 'Clob']);
    await connection.commit();
    const [[, b, c]] = (await connection.queryAll(`SELECT id, b, c FROM ${table}`)).ColumnValues;
    assert.deepEqual((await connection.lobRead(b, 0, b.lobLength)).data, bytes);
    assert.equal((await connection.lobRead(c, 0, c.lobLength)).data, text);
    await connection.commit();
  },

  async many_rows_come_page_by_page(connection, table) {
    await connection.execute([`CREATE TABLE ${table} (id INT, s VARCHAR(100))`]);
    const tuples = Array.from({ length: 5000 }, (_, id) => `(${id}, 'row ${id}')`);
    // In portions: a statement of 5,000 tuples makes the CAS outgrow APPL_SERVER_MAX_SIZE, the broker replaces it after the
    // commit, and the library does not connect again.
    for (let at = 0; at < tuples.length; at += 500) {
      await connection.execute([`INSERT INTO ${table} VALUES ${tuples.slice(at, at + 500)}`]);
    }
    const rows = await connection.queryAllAsObjects(`SELECT id, s FROM ${table} ORDER BY id`);
    assert.equal(rows.length, 5000);
    rows.forEach((row, id) => assert.deepEqual({ ...row }, { id, s: `row ${id}` }));
  },

  async a_transaction_is_rolled_back_or_committed(connection, table) {
    await connection.execute([`CREATE TABLE ${table} (id INT)`]);
    await connection.setAutoCommitMode(false);
    await connection.execute([`INSERT INTO ${table} VALUES (1)`]);
    await connection.rollback();
    await connection.execute([`INSERT INTO ${table} VALUES (2)`]);
    await connection.commit();
    const rows = (await connection.queryAll(`SELECT id FROM ${table}`)).ColumnValues;
    await connection.commit();
    assert.deepEqual(rows, [[2]]);
  },

  async a_failing_statement_keeps_its_code_and_the_connection(connection, table) {
    await connection.execute([`CREATE TABLE ${table} (id INT PRIMARY KEY)`, `INSERT INTO ${table} VALUES (1)`]);
    await assert.rejects(connection.executeWithTypedParams(`INSERT INTO ${table} VALUES (?)`, [1], ['Int']),
      error => error.code === -670);
    await assert.rejects(connection.query('SELECT FROM'), error => error.code === -493);
    assert.deepEqual((await connection.queryAll(`SELECT id FROM ${table}`)).ColumnValues, [[1]]);
  },

  async the_server_tells_its_version_and_its_parameters(connection) {
    assert.match(await connection.getEngineVersion(), /^\d+\.\d+/);
    const lockTimeout = 2;
    await connection.setDatabaseParameter(lockTimeout, 2000);
    assert.equal(await connection.getDatabaseParameter(lockTimeout), 2000);
  },
};

async function withConnection(address, work) {
  const { host, port, database, user, password } = address;
  const connection = cubrid.createCUBRIDConnection(host, Number(port), user, password, database);
  await connection.connect();
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}

async function run(name, host, port, database, user, password, table) {
  const address = { host, port, database, user, password };
  try {
    await withConnection(address, connection => scenarios[name](connection, table));
  } finally {
    // On a connection of its own: a scenario that failed may have left its own in a transaction.
    const tables = [table, ...COLLECTIONS.map(kind => `${table}_${kind}`)];
    await withConnection(address, connection => connection.execute(tables.map(each => `DROP TABLE IF EXISTS ${each}`)));
  }
}

run(...process.argv.slice(2)).catch(error => {
  console.error(error);
  process.exit(1);
});
