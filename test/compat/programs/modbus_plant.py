# A Modbus TCP device on pymodbus: temperature 21.5 in register 0, humidity 60 in register 1, a relay in coil 1. Prints what
# is written to the relay.
import asyncio
import os

from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext
from pymodbus.server import StartAsyncTcpServer


class Relay(ModbusSequentialDataBlock):
    def setValues(self, address, values):
        super().setValues(address, values)
        print("relay", values[0] if isinstance(values, list) else values, flush=True)


async def main():
    registers = ModbusSequentialDataBlock(1, [215, 600, 120, 500] + [0] * 20)
    coils = Relay(1, [False] * 24)
    device = ModbusSlaveContext(di=coils, co=coils, hr=registers, ir=registers)
    context = ModbusServerContext(slaves=device, single=True)
    print("ready", flush=True)
    await StartAsyncTcpServer(context=context, address=("127.0.0.1", int(os.environ["PORT"])))


asyncio.run(main())
